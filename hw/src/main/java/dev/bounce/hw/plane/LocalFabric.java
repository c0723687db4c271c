package dev.bounce.hw.plane;

import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.memory.UseGate;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Where the [LocalPlane]s of one process find each other: the memory of each agent by name and
/// life, and the open objects of receivers by their address. Any thread.
public final class LocalFabric {
    private static final LocalFabric OF_PROCESS = new LocalFabric();

    /// One agent of the fabric.
    ///
    /// @param puts entered by direct puts into its ranges; closed when it leaves
    record Member(HostMemory memory, UseGate puts) {}

    /// The receiver's object of one epoch.
    ///
    /// @param arena memory that it lets in
    /// @param writes entered by each write of the epoch; closing it is the fence
    record Landing(HostMemory arena, UseGate writes) {}

    private record AgentKey(String name, long instance) {}

    /// Tells the addresses of this fabric from those of another process.
    private final long id = new SecureRandom().nextLong();

    private final AtomicLong nextLanding = new AtomicLong(1);
    private final Map<AgentKey, Member> members = new ConcurrentHashMap<>();
    private final Map<Long, Landing> landings = new ConcurrentHashMap<>();

    /// The fabric that all agents of this process share unless told otherwise.
    public static LocalFabric ofProcess() {
        return OF_PROCESS;
    }

    long id() {
        return id;
    }

    /// @throws IllegalStateException if that life of that name is there already
    Member join(final String name, final long instance, final HostMemory memory) {
        final Member member = new Member(memory, new UseGate());
        if (members.putIfAbsent(new AgentKey(name, instance), member) != null) {
            throw new IllegalStateException(
                    "agent '%s' instance %016x is in this process already"
                            .formatted(name, instance));
        }
        return member;
    }

    void leave(final String name, final long instance) {
        members.remove(new AgentKey(name, instance));
    }

    /// The agent of that name and life, or `null`.
    Member member(final String name, final long instance) {
        return members.get(new AgentKey(name, instance));
    }

    /// Makes a landing reachable under the number returned.
    long publish(final Landing landing) {
        final long number = nextLanding.getAndIncrement();
        landings.put(number, landing);
        return number;
    }

    void withdraw(final long number) {
        landings.remove(number);
    }

    /// The landing of that number, or `null`.
    Landing landing(final long number) {
        return landings.get(number);
    }
}

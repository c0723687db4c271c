package dev.bounce.hw.plane;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.memory.UseGate;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// [DataPlane] between agents of one process: a write is a copy from arena to arena by the copy
/// threads of the sender.
///
/// Its fence is PROVEN by construction. Each write enters the gate of the receiver's object of its
/// epoch before its first byte and leaves it after its last one; the fence closes that gate and is
/// there when nobody is in. Nothing posted later gets in, whoever posts it.
public final class LocalPlane implements DataPlane {
    private static final Logger LOG = LoggerFactory.getLogger(LocalPlane.class);
    private static final long CLOSE_TIMEOUT_SECONDS = 5;

    /// @param number under which a receiver's object is published, 0 for a sender's
    /// @param landing the receiver's end
    /// @param gate closed by the fence: the sender's own, or that of the landing
    private record Endpoint(long number, LocalFabric.Landing landing, UseGate gate) {}

    private final String name;
    private final long instance;
    private final HostMemory memory;
    private final LocalFabric fabric;
    private final CopyPool pool;
    private final LongSupplier clock;
    private final Runnable wakeUp;
    private final LocalFabric.Member member;
    private final Map<PlaneKey, Endpoint> endpoints = new HashMap<>();
    private final PlaneCounters counters = new PlaneCounters();
    private final Queue<Event> happened = new ConcurrentLinkedQueue<>();

    /// Joins the fabric.
    ///
    /// @param name of the agent
    /// @param instance this life of it
    /// @param pool runs the copies; it stays the caller's
    /// @param clock of the engine, in nanoseconds; any thread
    /// @param wakeUp called after each event, on any thread; must not block
    /// @throws IllegalStateException if that life of that agent is there already
    public LocalPlane(
            final String name,
            final long instance,
            final HostMemory memory,
            final LocalFabric fabric,
            final CopyPool pool,
            final LongSupplier clock,
            final Runnable wakeUp) {
        this.name = name;
        this.instance = instance;
        this.memory = memory;
        this.fabric = fabric;
        this.pool = pool;
        this.clock = clock;
        this.wakeUp = wakeUp;
        member = fabric.join(name, instance, memory);
    }

    @Override
    public PlaneKind kind() {
        return PlaneKind.LOCAL;
    }

    /// No key: an address of this plane leads to the arena as well.
    @Override
    public Blob arenaKey() {
        return Blob.EMPTY;
    }

    /// No: a put enters the gate of its destination range, which deregistration closes.
    @Override
    public boolean isDirectOneSided() {
        return false;
    }

    @Override
    public void open(final Effect.OpenPlane open) {
        final Event answer =
                switch (open.plane().side()) {
                    case SENDER -> openSender(open);
                    case RECEIVER -> openReceiver(open.plane());
                };
        tell(answer);
    }

    private Event openReceiver(final PlaneKey key) {
        final LocalFabric.Landing landing = new LocalFabric.Landing(memory, new UseGate());
        final long number = fabric.publish(landing);
        endpoints.put(key, new Endpoint(number, landing, landing.writes()));
        final byte[] address = new byte[2 * Long.BYTES];
        final MemorySegment out = MemorySegment.ofArray(address);
        out.set(JAVA_LONG_UNALIGNED, 0, fabric.id());
        out.set(JAVA_LONG_UNALIGNED, Long.BYTES, number);
        return new Event.PlaneOpened(key, Blob.of(address));
    }

    private Event openSender(final Effect.OpenPlane open) {
        final byte[] address = open.remote().planeAddress().toBytes();
        final LocalFabric.Landing landing = address.length == 2 * Long.BYTES ? find(address) : null;
        if (landing == null) {
            LOG.warn("peer={} is not reachable inside this process", open.peer());
            return new Event.PlaneFailed(open.plane());
        }
        endpoints.put(open.plane(), new Endpoint(0, landing, new UseGate()));
        return new Event.PlaneOpened(open.plane(), Blob.EMPTY);
    }

    private LocalFabric.Landing find(final byte[] address) {
        final MemorySegment in = MemorySegment.ofArray(address);
        return in.get(JAVA_LONG_UNALIGNED, 0) == fabric.id()
                ? fabric.landing(in.get(JAVA_LONG_UNALIGNED, Long.BYTES))
                : null;
    }

    @Override
    public void write(final Effect.Write write) {
        final Endpoint endpoint = endpoints.get(write.plane());
        if (endpoint == null) {
            tell(new Event.WriteEnded(write.writeId(), WriteOutcome.NEVER));
            return;
        }
        pool.submit(
                CopyPool.Lane.WRITE,
                new WriteJob(
                        write,
                        memory.arena(),
                        endpoint.gate,
                        endpoint.landing,
                        clock,
                        this::writeEnded));
    }

    private void writeEnded(
            final Effect.Write write, final WriteOutcome outcome, final boolean broken) {
        if (broken) {
            counters.broken();
            tell(new Event.LinkBroken(write.plane()));
        }
        tell(new Event.WriteEnded(write.writeId(), outcome));
    }

    @Override
    public void fence(final Effect.Fence fence) {
        final Event fenced = new Event.Fenced(fence.plane(), FenceStrength.PROVEN);
        counters.fenced(true);
        final Endpoint endpoint = endpoints.remove(fence.plane());
        if (endpoint == null) {
            tell(fenced);
            return;
        }
        fabric.withdraw(endpoint.number);
        endpoint.gate.close(() -> tell(fenced));
    }

    @Override
    public void directPut(
            final long transferId,
            final String peer,
            final long peerInstance,
            final Blob peerAddress,
            final DescriptorPairs pairs) {
        pool.submit(
                CopyPool.Lane.WRITE,
                new DirectJob(
                        transferId,
                        pairs,
                        memory.ranges(),
                        fabric.member(peer, peerInstance),
                        (id, outcome) -> tell(new Event.DirectEnded(id, outcome))));
    }

    private void tell(final Event event) {
        happened.add(event);
        wakeUp.run();
    }

    @Override
    public int poll(final Consumer<Event> events) {
        int count = 0;
        for (Event event = happened.poll(); event != null; event = happened.poll()) {
            events.accept(event);
            count++;
        }
        return count;
    }

    @Override
    public PlaneFigures figures() {
        return counters.figures();
    }

    @Override
    public boolean close() {
        fabric.leave(name, instance);
        final List<UseGate> gates = new ArrayList<>(List.of(member.puts()));
        for (final Endpoint endpoint : endpoints.values()) {
            fabric.withdraw(endpoint.number);
            gates.add(endpoint.gate);
        }
        endpoints.clear();
        final CountDownLatch busy = new CountDownLatch(gates.size());
        for (final UseGate gate : gates) {
            if (!gate.close(busy::countDown)) {
                busy.countDown();
            }
        }
        try {
            if (busy.await(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
            LOG.warn("agent={} still copies at close", name);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}

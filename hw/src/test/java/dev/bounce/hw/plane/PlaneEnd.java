package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// One agent's plane over UCX with its memory, and the events it has told.
final class PlaneEnd implements AutoCloseable {
    static final int ARENA_BYTES = 16 << 20;
    static final long NOT_AFTER = 1_000;
    static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(700);

    final HostMemory memory = new HostMemory(ARENA_BYTES);
    final HeldMemory held = new HeldMemory(memory);
    final AtomicLong lateness = new AtomicLong();
    final Semaphore told = new Semaphore(0);
    final ArrayDeque<Event> events = new ArrayDeque<>();
    final DataPlane plane;

    private PlaneEnd(final Function<PlaneEnd, DataPlane> maker) {
        plane = maker.apply(this);
    }

    private PlaneSettings settings(final String name, final long fenceDelayNanos) {
        return new PlaneSettings(
                name,
                System::nanoTime,
                TimeUnit.SECONDS.toNanos(5),
                STALL_NANOS,
                fenceDelayNanos,
                "lo",
                told::release);
    }

    static PlaneEnd tcp(final String name) {
        return new PlaneEnd(end -> new TcpPlane(end.settings(name, 0), end.memory));
    }

    static PlaneEnd put(final String name) {
        return new PlaneEnd(end -> PutPlane.emulated(end.settings(name, 0), end.memory));
    }

    static PlaneEnd ipc(final String name, final long fenceDelayNanos) {
        return new PlaneEnd(
                end -> PutPlane.emulatedIpc(end.settings(name, fenceDelayNanos), end.memory));
    }

    /// With copies that can be held up.
    static PlaneEnd held(final String name, final long fenceDelayNanos) {
        return new PlaneEnd(
                end -> PutPlane.emulatedIpc(end.settings(name, fenceDelayNanos), end.held));
    }

    static PlaneKey key(final long link, final PlaneKey.Side side) {
        return new PlaneKey(link, 1, 11, side);
    }

    static PlaneKey sender(final long link) {
        return key(link, PlaneKey.Side.SENDER);
    }

    static PlaneKey receiver(final long link) {
        return key(link, PlaneKey.Side.RECEIVER);
    }

    TcpPlane tcp() {
        return (TcpPlane) plane;
    }

    Event next() throws InterruptedException {
        while (events.isEmpty()) {
            assertTrue(told.tryAcquire(10, TimeUnit.SECONDS), "no event within 10 s");
            plane.poll(events::add);
        }
        return events.poll();
    }

    /// The next event of that type; others are dropped.
    <E extends Event> E next(final Class<E> type) throws InterruptedException {
        Event event = next();
        while (!type.isInstance(event)) {
            event = next();
        }
        return type.cast(event);
    }

    /// Opens the receiver's object of a link.
    Body.ArenaAccess openReceiver(final long link) throws InterruptedException {
        plane.open(new Effect.OpenPlane(receiver(link), "peer", null));
        return access(
                memory.arenaAddress(), plane.arenaKey(), next(Event.PlaneOpened.class).address());
    }

    static Body.ArenaAccess access(final long arena, final Blob key, final Blob planeAddress) {
        return new Body.ArenaAccess(MemoryKind.HOST, DeviceUuid.NONE, arena, key, planeAddress);
    }

    /// Opens the sender's object of a link; the next event says whether it is open.
    void openSender(final long link, final Body.ArenaAccess remote) {
        plane.open(new Effect.OpenPlane(sender(link), "peer", remote));
    }

    void grant(final long link, final long grantId, final long region, final long bytes) {
        plane.granted(
                receiver(link),
                List.of(new Credit(0, grantId, region, memory.arenaAddress() + region, bytes, 0)));
    }

    void write(
            final long link,
            final long writeId,
            final long grantId,
            final long region,
            final long bytes,
            final long targetArena) {
        plane.write(
                new Effect.Write(
                        writeId,
                        sender(link),
                        4_096,
                        bytes,
                        grantId,
                        region,
                        targetArena + region,
                        Long.MAX_VALUE));
    }

    void fence(final PlaneKey key) {
        plane.fence(new Effect.Fence(key, "peer", 0));
    }

    void randomize(final int seed) {
        final byte[] bytes = new byte[ARENA_BYTES];
        new SplittableRandom(seed).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, memory.arena(), ValueLayout.JAVA_BYTE, 0, bytes.length);
    }

    /// Whether `[region, region + bytes)` holds the bytes that a write of `from` carries.
    boolean holds(final PlaneEnd from, final long region, final long bytes) {
        return MemorySegment.mismatch(
                        from.memory.arena(),
                        4_096,
                        4_096 + bytes,
                        memory.arena(),
                        region,
                        region + bytes)
                < 0;
    }

    /// Whether every byte of it is zero.
    boolean isUntouched(final long region, final long bytes) {
        for (long at = region; at < region + bytes; at++) {
            if (memory.arena().get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        plane.close();
        memory.close();
    }
}

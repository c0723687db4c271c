package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.memory.CudaMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// One agent's `cuda_ipc` plane with its memory of a GPU, and the events it has told.
final class CudaEnd implements AutoCloseable {
    static final long ARENA_BYTES = 1L << 30;

    final CudaMemory memory;
    final Semaphore told = new Semaphore(0);
    final ArrayDeque<Event> events = new ArrayDeque<>();
    final PutPlane plane;

    CudaEnd(final String name, final int device, final long fenceDelayNanos) {
        memory = new CudaMemory(CudaContext.open(device), ARENA_BYTES);
        plane =
                PutPlane.cudaIpc(
                        new PlaneSettings(
                                name,
                                System::nanoTime,
                                TimeUnit.SECONDS.toNanos(20),
                                TimeUnit.SECONDS.toNanos(20),
                                fenceDelayNanos,
                                null,
                                told::release),
                        memory);
    }

    Event next() throws InterruptedException {
        while (events.isEmpty()) {
            assertTrue(told.tryAcquire(30, TimeUnit.SECONDS), "no event within 30 s");
            plane.poll(events::add);
        }
        return events.poll();
    }

    <E extends Event> E next(final Class<E> type) throws InterruptedException {
        Event event = next();
        while (!type.isInstance(event)) {
            event = next();
        }
        return type.cast(event);
    }

    static byte[] random(final int seed, final int bytes) {
        final byte[] random = new byte[bytes];
        new SplittableRandom(seed).nextBytes(random);
        return random;
    }

    void write(final long region, final byte[] bytes) {
        try (Arena owner = Arena.ofConfined()) {
            memory.context()
                    .copyToDevice(
                            owner.allocateFrom(ValueLayout.JAVA_BYTE, bytes),
                            memory.arenaAddress() + region);
        }
    }

    byte[] read(final long region, final long bytes) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment host = owner.allocate(bytes);
            memory.context().copyToHost(memory.arenaAddress() + region, host);
            return host.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    void fill(final int value) {
        memory.context().fill(memory.arenaAddress(), (byte) value, ARENA_BYTES);
    }

    /// Whether every byte of the arena is `value`.
    boolean holdsOnly(final int value) {
        final long step = 64 << 20;
        for (long at = 0; at < ARENA_BYTES; at += step) {
            for (final byte found : read(at, step)) {
                if (found != (byte) value) {
                    return false;
                }
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

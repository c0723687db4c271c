package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.memory.HostMemory;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// One agent's plane with its memory, and the events it has told.
final class LocalEnd implements AutoCloseable {
    static final int ARENA_BYTES = 4 << 20;

    final HostMemory memory = new HostMemory(ARENA_BYTES);
    final CopyPool pool = new CopyPool("test", 2);
    final AtomicLong clock = new AtomicLong();
    final Semaphore told = new Semaphore(0);
    final ArrayDeque<Event> events = new ArrayDeque<>();
    final LocalPlane plane;

    LocalEnd(final String name, final long instance, final LocalFabric fabric) {
        plane = new LocalPlane(name, instance, memory, fabric, pool, clock::get, told::release);
    }

    Event next() throws InterruptedException {
        while (events.isEmpty()) {
            assertTrue(told.tryAcquire(10, TimeUnit.SECONDS), "no event within 10 s");
            plane.poll(events::add);
        }
        return events.poll();
    }

    @Override
    public void close() {
        plane.close();
        pool.close();
        memory.close();
    }
}

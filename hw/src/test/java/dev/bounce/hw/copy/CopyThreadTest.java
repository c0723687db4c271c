package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CopySlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Over slots that end by themselves after a while.
@Timeout(60)
class CopyThreadTest {
    private static final int COPIES = 3_000;
    private static final long BOUND_SECONDS = 20;

    private final List<ScriptedSlot> slots = List.of(new ScriptedSlot(), new ScriptedSlot());
    private final AtomicReference<String> fault = new AtomicReference<>();
    private final Semaphore wakeUps = new Semaphore(0);
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread device = Thread.ofPlatform().daemon().start(this::endAll);
    private final CopyThread copies =
            new CopyThread(
                    "copies-test", () -> {}, new CudaLane(slots, 16, 24), fault, wakeUps::release);

    private void endAll() {
        final RandomGenerator random = new Random(7);
        while (!over.get()) {
            LockSupport.parkNanos(random.nextInt(100_000));
            slots.stream()
                    .filter(ScriptedSlot::isRunning)
                    .forEach(slot -> slot.end(CopySlot.Outcome.DONE));
        }
    }

    @AfterEach
    void close() throws Exception {
        assertTrue(copies.stop());
        copies.close();
        over.set(true);
        device.join();
        assertTrue(slots.stream().allMatch(slot -> slot.closed));
    }

    /// Whoever waits looks once more, and then sleeps until it is woken.
    @Test
    void shouldWakeWhoeverSleepsForEachEnd() throws Exception {
        final List<Long> ends = new ArrayList<>();
        final RandomGenerator random = new Random(9);
        for (long id = 0; id < COPIES; id++) {
            copies.start(new ScriptedCopy(id, 1 + (int) id % 2, null));
            if (random.nextInt(8) == 0) {
                LockSupport.parkNanos(random.nextInt(300_000)); // the lane sleeps, or has ended it
            }
            final int wanted = (int) id + 1 - random.nextInt(2) * (int) (id % 3);
            while (ends.size() < wanted) {
                wakeUps.drainPermits();
                if (copies.poll((copy, _) -> ends.add(copy)) == 0) {
                    assertTrue(
                            wakeUps.tryAcquire(BOUND_SECONDS, TimeUnit.SECONDS),
                            "nobody told an end after " + ends.size());
                }
            }
        }
        while (ends.size() < COPIES) {
            copies.poll((copy, _) -> ends.add(copy));
        }
        assertEquals(COPIES, ends.stream().distinct().count());
    }

    @Test
    void shouldFailEverythingOnceAnotherLaneSawTheDeviceFail() throws Exception {
        over.set(true);
        device.join();
        for (long id = 0; id < 3; id++) {
            copies.start(new ScriptedCopy(id, 1, null));
        }
        fault.set("planted");
        final List<CopyOutcome> outcomes = new ArrayList<>();
        while (outcomes.size() < 3) {
            assertTrue(wakeUps.tryAcquire(BOUND_SECONDS, TimeUnit.SECONDS));
            copies.poll((_, outcome) -> outcomes.add(outcome));
        }
        assertTrue(outcomes.stream().allMatch(CopyOutcome.FAILED::equals), outcomes.toString());
    }
}

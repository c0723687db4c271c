package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import jcuda.driver.CUevent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CudaLaneTest {
    private static final int COPIES = 20_000;

    private record End(long copyId, CopyOutcome outcome) {}

    private final List<ScriptedSlot> slots = List.of(new ScriptedSlot(), new ScriptedSlot());
    private final CudaLane lane = new CudaLane(slots, 16, 24);
    private final List<End> ends = new ArrayList<>();
    private final CudaEvent event = CudaEvent.of(null, new CUevent());

    private void start(final long id, final int launches) {
        lane.start(new ScriptedCopy(id, launches, null));
    }

    private void poll() {
        lane.poll((id, outcome) -> ends.add(new End(id, outcome)));
    }

    @Test
    void shouldRunACopyInEachSlotAndTheOthersInOrder() {
        for (int id = 0; id < 4; id++) {
            start(id, 1);
        }
        slots.get(1).end(CopySlot.Outcome.DONE);
        poll();
        assertEquals(List.of(new End(1, CopyOutcome.DONE)), ends);
        assertEquals(2, slots.get(1).launches());
        slots.get(1).end(CopySlot.Outcome.DONE);
        poll();
        slots.get(1).end(CopySlot.Outcome.DONE);
        slots.get(0).end(CopySlot.Outcome.DONE);
        poll();
        assertEquals(
                List.of(1L, 2L, 0L, 3L), ends.stream().map(End::copyId).toList(), ends.toString());
        assertFalse(lane.isActive());
    }

    @Test
    void shouldStayActiveWhileCopiesWaitThoughAnotherThreadTookTheLastEnd() {
        for (int id = 0; id < 3; id++) {
            start(id, 1);
        }
        slots.forEach(slot -> slot.end(CopySlot.Outcome.DONE));
        assertEquals(2, lane.takeEnded((id, outcome) -> ends.add(new End(id, outcome))));
        assertTrue(lane.isActive(), "the third one waits");
        poll();
        assertEquals(3, slots.get(0).launches() + slots.get(1).launches());
    }

    @Test
    void shouldEndAPlanOfManyLaunchesOnceAfterTheLast() {
        start(7, 3);
        for (int launch = 1; launch <= 3; launch++) {
            assertEquals(launch, slots.get(0).launches());
            assertEquals(List.of(), ends);
            slots.get(0).end(CopySlot.Outcome.DONE);
            assertEquals(
                    launch == 3 ? 1 : 0,
                    lane.takeEnded((id, outcome) -> ends.add(new End(id, outcome))));
            poll();
        }
        assertEquals(List.of(new End(7, CopyOutcome.DONE)), ends);
    }

    /// The kernel writes its word between two looks.
    @Test
    void shouldLaunchNothingMoreAfterABrokenSeal() {
        start(7, 3);
        slots.get(0).looks.add(CopySlot.Outcome.RUNNING);
        slots.get(0).end(CopySlot.Outcome.SEAL_BROKEN);
        poll();
        poll();
        assertEquals(1, slots.get(0).launches());
        assertEquals(List.of(new End(7, CopyOutcome.SEAL_BROKEN)), ends);
    }

    @Test
    void shouldLookAtNoEventOnceItIsToldToBeginNoMore() {
        for (int id = 0; id < 4; id++) {
            lane.start(new ScriptedCopy(id, 1, event));
        }
        lane.beginNoMore();
        slots.forEach(slot -> slot.end(CopySlot.Outcome.DONE));
        poll();
        assertEquals(1, slots.get(0).events.size());
        assertEquals(1, slots.get(1).events.size());
        assertEquals(
                List.of(CopyOutcome.DONE, CopyOutcome.DONE, CopyOutcome.FAILED, CopyOutcome.FAILED),
                ends.stream().map(End::outcome).toList());
        assertNull(lane.fault());
    }

    @Test
    void shouldSayThatNoEventIsLookedAtWhenTheDriverHasTakenIt() throws Exception {
        final CountDownLatch taken = new CountDownLatch(1);
        final CountDownLatch asked = new CountDownLatch(1);
        slots.getFirst().taking =
                () -> {
                    asked.countDown();
                    try {
                        taken.await();
                    } catch (final InterruptedException interrupted) {
                        throw new AssertionError(interrupted);
                    }
                };
        final Thread starter =
                Thread.ofPlatform().start(() -> lane.start(new ScriptedCopy(1, 1, event)));
        asked.await();
        final List<Integer> seen = new ArrayList<>();
        final Thread teller =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    lane.beginNoMore();
                                    seen.add(slots.getFirst().events.size());
                                });
        while (teller.isAlive() && teller.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        taken.countDown();
        teller.join();
        starter.join();
        assertEquals(List.of(1), seen);
    }

    @Test
    void shouldFailWhatRunsAndWaitsWhenTheDeviceFails() {
        for (int id = 0; id < 3; id++) {
            start(id, 1);
        }
        slots.getFirst().failed = true;
        assertTrue(lane.check().contains("planted"));
        start(3, 1);
        poll();
        assertEquals(4, ends.size());
        assertTrue(ends.stream().allMatch(end -> end.outcome() == CopyOutcome.FAILED));
        assertFalse(lane.isActive());
    }

    @Test
    void shouldFailACopyWhoseKernelEndedWithoutItsWord() {
        start(1, 1);
        slots.getFirst().end(CopySlot.Outcome.RUNNING);
        assertTrue(lane.check().contains("copy=1 ended without its completion word"));
        poll();
        assertEquals(List.of(new End(1, CopyOutcome.FAILED)), ends);
    }

    /// The lane polls, another thread takes ends, a third one is the device, which finds some seals
    /// broken.
    @Test
    void shouldEndEachCopyOnceWhoeverAsksAndLaunchNothingAfterIt() throws Exception {
        final AtomicIntegerArray told = new AtomicIntegerArray(COPIES);
        final CopyEngine.Ends once = (id, _) -> told.incrementAndGet((int) id);
        final LongConsumer filling = id -> assertEquals(0, told.get((int) id), "copy " + id);
        final AtomicBoolean over = new AtomicBoolean();
        final Thread device = Thread.ofPlatform().start(() -> endAtRandom(over));
        final Thread reactor =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!over.get()) {
                                        lane.takeEnded(once);
                                    }
                                });
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(50);
        try {
            for (int id = 0; id < COPIES; id++) {
                lane.start(new ScriptedCopy(id, 1 + id % 3, null, filling));
                while (id % 4 == 3 && lane.isActive()) {
                    lane.poll(once);
                    assertTrue(System.nanoTime() - end < 0, id + " copies in 50 s");
                }
            }
        } finally {
            over.set(true);
        }
        device.join();
        reactor.join();
        for (int id = 0; id < COPIES; id++) {
            assertEquals(1, told.get(id), "copy " + id);
        }
    }

    private void endAtRandom(final AtomicBoolean over) {
        final RandomGenerator random = new Random(5);
        while (!over.get()) {
            for (final ScriptedSlot slot : slots) {
                if (slot.isRunning()) {
                    slot.end(
                            random.nextInt(5) == 0
                                    ? CopySlot.Outcome.SEAL_BROKEN
                                    : CopySlot.Outcome.DONE);
                }
            }
        }
    }
}

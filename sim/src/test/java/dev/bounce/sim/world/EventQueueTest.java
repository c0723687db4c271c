package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventQueueTest {
    private final EventQueue queue = new EventQueue();
    private final List<Long> ran = new ArrayList<>();

    @Test
    void shouldRunInTheOrderOfTimeAndThenOfArrival() {
        final Dice dice = new Dice(3);
        final List<Long> expected = new ArrayList<>();
        for (int index = 0; index < 5_000; index++) {
            final long time = dice.below(1, 1, index, 100);
            final long name = time * 10_000 + index;
            expected.add(name);
            queue.at(time, () -> ran.add(name));
        }
        expected.sort(Long::compare);
        runAll();
        assertEquals(expected, ran);
    }

    @Test
    void shouldRunTheLastOfAMomentAfterEverythingElse() {
        queue.lastAt(5, () -> ran.add(3L));
        queue.at(5, () -> queue.at(5, () -> ran.add(2L)));
        queue.at(5, () -> ran.add(1L));
        queue.at(6, () -> ran.add(4L));
        runAll();
        assertEquals(List.of(1L, 2L, 3L, 4L), ran);
    }

    @Test
    void shouldNeverGoBackInTime() {
        queue.at(10, () -> queue.at(3, () -> ran.add(queue.nowNanos())));
        runAll();
        assertEquals(List.of(10L), ran);
    }

    @Test
    void shouldSayWhenNothingIsLeft() {
        assertFalse(queue.runNext());
        queue.after(1, () -> {});
        assertEquals(1, queue.size());
        runAll();
        assertFalse(queue.runNext());
    }

    private void runAll() {
        while (queue.runNext()) {
            // Each action notes itself.
        }
    }
}

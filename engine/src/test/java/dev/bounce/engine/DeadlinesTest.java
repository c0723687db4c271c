package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of deadlines.
final class DeadlinesTest {
    private final Deadlines deadlines = new Deadlines();
    private final ArrayList<Long> fired = new ArrayList<>();

    private Timer timer(final long ordinal) {
        return new Timer(ordinal, () -> fired.add(ordinal));
    }

    @Test
    void shouldFireInOrderOfTimeAndThenOfOrdinal() {
        for (final long ordinal : List.of(5L, 3L, 4L, 1L, 2L)) {
            deadlines.set(timer(ordinal), ordinal == 1 ? 50 : 10);
        }
        assertEquals(10, deadlines.nextNanos());
        deadlines.fire(49);
        assertEquals(List.of(2L, 3L, 4L, 5L), fired);
        deadlines.fire(50);
        assertEquals(List.of(2L, 3L, 4L, 5L, 1L), fired);
        assertEquals(Long.MAX_VALUE, deadlines.nextNanos());
    }

    @Test
    void shouldMoveADeadlineThatIsSetAgain() {
        final Timer timer = timer(1);
        deadlines.set(timer, 10);
        deadlines.set(timer, 30);
        deadlines.fire(20);
        assertEquals(List.of(), fired);
        deadlines.set(timer, Long.MAX_VALUE);
        deadlines.fire(40);
        assertEquals(List.of(), fired);
    }

    @Test
    void shouldNotFireWhatAnEarlierOneHasCleared() {
        final Timer second = timer(2);
        final Timer first = new Timer(1, () -> deadlines.clear(second));
        deadlines.set(first, 10);
        deadlines.set(second, 10);
        deadlines.fire(10);
        assertEquals(List.of(), fired);
    }

    @Test
    void shouldLeaveWhatIsSetWhileFiringForTheNextCall() {
        final Timer[] self = new Timer[1];
        self[0] =
                new Timer(
                        1,
                        () -> {
                            fired.add(1L);
                            deadlines.set(self[0], 5);
                        });
        deadlines.set(self[0], 10);
        deadlines.fire(10);
        assertEquals(List.of(1L), fired);
        deadlines.fire(10);
        assertEquals(List.of(1L, 1L), fired);
    }

    @Test
    void shouldKeepItsOrderUnderManyChanges() {
        final ArrayList<Timer> timers = new ArrayList<>();
        long state = 42;
        for (int index = 0; index < 300; index++) {
            timers.add(timer(index));
        }
        for (int change = 0; change < 5_000; change++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            final Timer timer = timers.get((int) (state >>> 33) % 300);
            deadlines.set(timer, (state >>> 20) % 7 == 0 ? Long.MAX_VALUE : (state >>> 40) % 1_000);
        }
        final List<Long> expected =
                timers.stream()
                        .filter(timer -> timer.dueNanos != Long.MAX_VALUE)
                        .sorted((a, b) -> a.isBefore(b) ? -1 : 1)
                        .map(timer -> timer.ordinal)
                        .toList();
        deadlines.fire(1_000);
        assertEquals(expected, fired);
    }
}

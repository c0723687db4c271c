package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventWaitsTest {
    private static final long MICROSECOND = TimeUnit.MICROSECONDS.toNanos(1);

    private long now = 1_000;
    private int looks;
    private boolean happened;
    private final List<String> ends = new ArrayList<>();
    private final EventWaits waits = new EventWaits(() -> {}, () -> now);

    private void add() {
        waits.add(
                null,
                () -> {
                    looks++;
                    return happened;
                },
                failure -> ends.add("over " + failure));
    }

    private void turns(final int count) {
        for (int turn = 0; turn < count; turn++) {
            now += MICROSECOND;
            waits.poll();
        }
    }

    @Test
    void shouldLookOnceAMillisecondAtAnEventThatIsLongInComing() {
        add();
        assertTrue(waits.needsPolling(now));
        turns(1_000);
        assertEquals(1_000, looks, "in each turn at first");
        turns(9_000);
        assertFalse(waits.needsPolling(now), "it may block now");
        looks = 0;
        turns(100_000);
        assertTrue(looks >= 99 && looks <= 101, looks + " looks in 100 ms");
        assertTrue(waits.nextLookNanos() - now <= 1_000 * MICROSECOND);
        happened = true;
        turns(1_001);
        assertEquals(List.of("over null"), ends);
        assertEquals(Long.MAX_VALUE, waits.nextLookNanos());
    }

    @Test
    void shouldLookInEachTurnAgainWhenAnotherWaits() {
        add();
        turns(10_000);
        looks = 0;
        add();
        assertTrue(waits.needsPolling(now));
        turns(10);
        assertEquals(20, looks, "at both");
        waits.remove(null);
        assertFalse(waits.needsPolling(now));
    }
}

package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private static final long PATIENCE = 1_000;

    @Test
    void shouldBarkWhenNothingIsResolvedForTooLong() {
        final Watchdog watchdog = started();
        assertNull(watchdog.check(5_000 + PATIENCE, 10, 3));
        assertTrue(watchdog.check(5_001 + PATIENCE, 10, 3).contains("no progress for 1001 ns"));
    }

    @Test
    void shouldStartAgainWithEveryProgress() {
        final Watchdog watchdog = started();
        assertNull(watchdog.check(5_900, 10, 4));
        assertNull(watchdog.check(6_900, 10, 4));
    }

    @Test
    void shouldBarkWhenEventsBurnWithoutProgress() {
        assertTrue(started().check(5_000, 2_000_000, 3).contains("events"));
    }

    @Test
    void shouldBarkWhenThereIsProgressButNoRest() {
        final Watchdog watchdog = started();
        long now = 5_000;
        String spent = null;
        for (long resolved = 4; spent == null && resolved < 1_000; resolved++) {
            now += PATIENCE / 2;
            watchdog.check(now, 10, resolved);
            spent = watchdog.check(now, 10, resolved);
        }
        assertTrue(spent.contains("no rest"), spent);
    }

    private static Watchdog started() {
        final Watchdog watchdog = new Watchdog(PATIENCE);
        watchdog.start(5_000, 0, 3);
        return watchdog;
    }
}

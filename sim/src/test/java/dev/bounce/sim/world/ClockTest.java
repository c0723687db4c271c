package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClockTest {
    private static final long HOUR = 3_600_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {-100_000, -10_000, -1, 0, 1, 9_999, 100_000})
    void shouldFindTheFirstMomentThatShowsATime(final long drift) {
        final Clock clock = new Clock(77);
        clock.drift(drift);
        clock.jump(5_000_000);
        for (long world = 0; world < HOUR; world = 3 * world + 1_234_567) {
            final long shown = clock.at(world);
            final long first = clock.worldTime(shown);
            assertTrue(first <= world);
            assertTrue(clock.at(first) >= shown);
            assertTrue(clock.at(first - 1) < shown);
        }
    }

    @Test
    void shouldGainWhatItsDriftSays() {
        final Clock clock = new Clock(0);
        clock.drift(10_000);
        assertEquals(HOUR / 100, clock.at(HOUR) - HOUR);
    }

    @Test
    void shouldJumpForward() {
        final Clock clock = new Clock(5);
        final long before = clock.at(1_000);
        clock.jump(300);
        assertEquals(300, clock.at(1_000) - before);
    }
}

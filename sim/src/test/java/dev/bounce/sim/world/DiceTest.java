package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DiceTest {
    private static final int DRAWS = 20_000;

    /// SplitMix64 of seed 0 begins with these (Steele, Lea, Flood 2014; Vigna's splitmix64.c).
    @Test
    void shouldScrambleAsSplitMix64() {
        assertEquals(0xE220A8397B1DCDAFL, Dice.scramble(0x9E3779B97F4A7C15L));
        assertEquals(0x6E789E6AA1B965F4L, Dice.scramble(2 * 0x9E3779B97F4A7C15L));
    }

    @Test
    void shouldDecideByTheWholeKey() {
        final Dice dice = new Dice(1);
        final long decision = dice.bits(1, 2, 3);
        assertEquals(decision, new Dice(1).bits(1, 2, 3));
        assertNotEquals(decision, new Dice(2).bits(1, 2, 3));
        assertNotEquals(decision, dice.bits(2, 2, 3));
        assertNotEquals(decision, dice.bits(1, 3, 3));
        assertNotEquals(decision, dice.bits(1, 2, 4));
        assertNotEquals(decision, dice.bits(3, 2, 1));
    }

    @Test
    void shouldHitAChanceAboutAsOftenAsItSays() {
        final Dice dice = new Dice(5);
        int hits = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            hits += dice.chance(1, 1, draw, 100_000) ? 1 : 0;
        }
        assertEquals(DRAWS / 10.0, hits, DRAWS / 100.0);
    }

    @Test
    void shouldStayWithinBounds() {
        final Dice dice = new Dice(6);
        long smallest = Long.MAX_VALUE;
        long largest = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            final long value = dice.logBetween(1, 1, draw, 10, 1_000);
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
            assertTrue(dice.between(2, 1, draw, 3, 5) >= 3);
            assertTrue(dice.between(2, 1, draw, 3, 5) <= 5);
        }
        assertEquals(10, smallest);
        assertTrue(largest > 900 && largest <= 1_000, "largest " + largest);
    }

    @Test
    void shouldDrawLogUniformlyByHalvesOfTheExponent() {
        final Dice dice = new Dice(7);
        int low = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            low += dice.logBetween(1, 1, draw, 10, 1_000) < 100 ? 1 : 0;
        }
        assertEquals(DRAWS / 2.0, low, DRAWS / 50.0);
    }

    @Test
    void shouldDrawExponentiallyAroundItsMean() {
        final Dice dice = new Dice(8);
        long sum = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            sum += dice.exponential(1, 1, draw, 1_000);
        }
        assertEquals(1_000.0, (double) sum / DRAWS, 30.0);
    }
}

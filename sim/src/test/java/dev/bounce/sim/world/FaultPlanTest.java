package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FaultPlanTest {
    private static final int SEEDS = 2_000;

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldBeOffInHalfOfTheSeedsAndInRangeInTheOthers(final Fault family) {
        int on = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            final int strength = FaultPlan.draw(new Dice(seed)).strength(family);
            on += strength > 0 ? 1 : 0;
            assertTrue(strength == 0 || strength >= family.low(), "strength " + strength);
            assertTrue(strength <= family.high(), "strength " + strength);
        }
        assertEquals(SEEDS / 2.0, on, SEEDS / 20.0);
    }

    @Test
    void shouldHaveKeysThatDiffer() {
        assertEquals(
                Fault.values().length,
                Arrays.stream(Fault.values()).mapToInt(Fault::key).distinct().count());
    }

    @Test
    void shouldNotStrikeWhenStopped() {
        final FaultPlan plan = FaultPlan.none(new Dice(1)).enable(Fault.LOSS, 1_000_000);
        assertTrue(plan.strikes(Fault.LOSS, 0, 0));
        assertFalse(plan.strikes(Fault.DUPLICATION, 0, 0));
        plan.stop();
        assertFalse(plan.strikes(Fault.LOSS, 0, 0));
    }

    @Test
    void shouldKnowWhetherLinksWereHarmed() {
        final FaultPlan plan =
                FaultPlan.none(new Dice(1))
                        .enable(Fault.LOSS, 50_000)
                        .enable(Fault.GATHER_FAILED, 50_000)
                        .enable(Fault.CRASH, 1);
        plan.applied(Fault.LOSS);
        plan.applied(Fault.GATHER_FAILED);
        assertFalse(plan.harmedLinks());
        plan.applied(Fault.CRASH);
        assertTrue(plan.harmedLinks());
    }

    @Test
    void shouldTakeStrongLossForHarm() {
        final FaultPlan plan = FaultPlan.none(new Dice(1)).enable(Fault.LOSS, 300_000);
        plan.applied(Fault.LOSS);
        assertTrue(plan.harmedLinks());
    }
}

package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.kv.CacheLengths;
import dev.bounce.model.kv.Outcome;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Workers that serve in a world with faults.
class ServingTest {
    private static final int SEEDS = 40;

    @Test
    void shouldEndEveryRequestAndEmptyTheQuarantine() {
        int served = 0;
        int quarantined = 0;
        final Set<Long> agents = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Script script = Script.of(seed, Profile.SERVING);
            agents.add(Simulation.knobs(script).get("agents"));
            final ServingResult run = served(script);
            final ServingFigures figures = run.figures();
            assertNull(run.result().violation(), "seed " + seed);
            assertEquals(0, figures.quarantinedBlocks());
            assertEquals(
                    figures.requests(),
                    figures.served() + figures.cancelled() + figures.failed(),
                    "seed " + seed);
            served += figures.served();
            quarantined = Math.max(quarantined, figures.quarantinedPeak());
        }
        assertEquals(Set.of(2L, 5L), agents, "one prefill worker and four");
        assertTrue(served > 10 * SEEDS / 2, served + " served");
        assertTrue(quarantined > 0, "no seed has put anything in quarantine");
    }

    @Test
    void shouldRepeatARunAndRestoreItsEngines() {
        for (long seed = 1; seed <= 3; seed++) {
            final Script script = Script.of(seed, Profile.SERVING);
            final ServingResult run = served(script);
            assertEquals(run.result().hash(), served(script).result().hash());
            assertEquals(run.figures(), served(script).figures());
            assertEquals(run.result().hash(), Simulation.runRestored(script, 7).hash());
        }
    }

    @Test
    void shouldCutTransfersByTheRegionsOfBothSides() {
        final ServingFigures figures = served(Script.of(1, Profile.SERVING)).figures();
        assertTrue(figures.descriptors() > 0);
        assertTrue(figures.pieces() != figures.descriptors(), figures.toString());
    }

    @Test
    void shouldSayThatLengthsAreInOrder() {
        final CacheLengths sound = new CacheLengths(8, 8, 16);
        ServingChecks.requireOrder("", null, sound);
        assertEquals(
                "LengthsInOrder",
                assertThrows(
                                PropertyViolation.class,
                                () ->
                                        ServingChecks.requireOrder(
                                                "", sound, new CacheLengths(4, 4, 16)))
                        .property());
    }

    @Test
    void shouldSayThatAFailureIsFinalAndThatHoldingsFit() {
        final ServingChecks checks = new ServingChecks();
        assertEquals(
                "HoldingsFit",
                assertThrows(
                                PropertyViolation.class,
                                () ->
                                        checks.guard(
                                                () -> {
                                                    throw new AssertionError("no row");
                                                }))
                        .property());
        checks.answered(1, true, Outcome.SUCCESS);
    }

    private static ServingResult served(final Script script) {
        return Simulation.serve(script, Detail.WHOLE);
    }
}

package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A run is repeated from its decisions, and changed by leaving some of them out.
final class ScriptTest {
    private static final int SEEDS = 6;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldRepeatARunFromItsDecisions(final Profile profile) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Script script = Script.of(seed, profile);
            final SeedResult drawn = Simulation.run(script);
            final SeedResult repeated = Simulation.run(script.with(drawn.decisions()));
            assertEquals(drawn.hash(), repeated.hash(), profile + " seed " + seed);
            assertEquals(drawn.decisions(), repeated.decisions(), profile + " seed " + seed);
        }
    }

    @Test
    void shouldRepeatARunFromItsKnobs() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Script script = Script.of(seed);
            final SeedResult drawn = Simulation.run(script);
            final Script knobs = new Script(seed, Profile.DEFAULT, drawn.knobs(), null);
            assertEquals(drawn.hash(), Simulation.run(knobs).hash(), "seed " + seed);
            assertEquals(drawn.knobs(), Simulation.knobs(script));
        }
    }

    @Test
    void shouldDoNothingWithoutDecisions() {
        final SeedResult result = Simulation.run(Script.of(3).with(List.of()));
        assertEquals(0, result.transfers());
        assertEquals(List.of(), result.decisions());
        assertEquals(null, result.violation());
    }

    @Test
    void shouldSucceedAlwaysWhenNoFaultIsLeft() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final SeedResult drawn = Simulation.run(seed);
            final List<Decision> submissions = select(drawn.decisions(), Decision::isSubmission);
            final SeedResult calm = Simulation.run(Script.of(seed).with(submissions));
            assertEquals(null, calm.violation());
            assertTrue(calm.succeeded() > 0);
            assertEquals(submissions, calm.decisions());
        }
    }

    @Test
    void shouldTakeNoOtherDecisionsWhenOneIsLeftOut() {
        final SeedResult drawn = Simulation.run(11);
        final Decision left = drawn.decisions().get(drawn.decisions().size() / 2);
        final List<Decision> rest = select(drawn.decisions(), one -> !one.equals(left));
        final SeedResult shorter = Simulation.run(Script.of(11).with(rest));
        assertNotEquals(drawn.hash(), shorter.hash());
        assertTrue(rest.containsAll(shorter.decisions()));
    }

    @Test
    void shouldMoveASubmissionWhenItsValueChanges() {
        final SeedResult drawn = Simulation.run(5);
        final List<Decision> first = new ArrayList<>();
        for (final Decision decision : drawn.decisions()) {
            final boolean moves = decision.family().equals("submit");
            first.add(moves ? new Decision(decision.key(), 1) : decision);
        }
        assertNotEquals(drawn.hash(), Simulation.run(Script.of(5).with(first)).hash());
    }

    @Test
    void shouldRunASmallerWorldWhenAKnobIsSet() {
        final Script script = Script.of(4).with("agents", 2).with("mostTransfers", 1);
        final SeedResult result = Simulation.run(script);
        assertEquals(2L, result.knobs().get("agents"));
        assertEquals(2, select(result.decisions(), one -> one.family().equals("submit")).size());
        assertEquals(null, result.violation());
    }

    @Test
    void shouldRefuseAKnobThatThereIsNot() {
        final Script script = Script.of(4).with("agent", 2);
        final Exception refused =
                assertThrows(IllegalArgumentException.class, () -> Simulation.run(script));
        assertTrue(refused.getMessage().contains("'agent'"), refused.getMessage());
    }

    @Test
    void shouldRefuseAKnobOutOfRange() {
        final Script script = Script.of(4).with("agents", 1);
        assertThrows(IllegalArgumentException.class, () -> Simulation.run(script));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss",
                "loss/0>1",
                "loss/0/1",
                "crash/0>1/2",
                "los/0>1/2",
                "loss/0>16/2",
                "loss/0>1/-2",
                "loss/0>1/x",
                "submit/0/1",
                "/0>1/2"
            })
    void shouldRefuseAMalformedKey(final String key) {
        final Exception refused =
                assertThrows(IllegalArgumentException.class, () -> new Decision(key, 1));
        assertTrue(refused.getMessage().contains("'" + key + "'"), refused.getMessage());
    }

    @Test
    void shouldRefuseAValueBelowOne() {
        assertThrows(IllegalArgumentException.class, () -> new Decision("loss/0>1/2", 0));
    }

    private static List<Decision> select(
            final List<Decision> all, final Predicate<Decision> wanted) {
        return all.stream().filter(wanted).toList();
    }
}

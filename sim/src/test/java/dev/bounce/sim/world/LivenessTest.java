package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Outcome;
import dev.bounce.sim.check.PropertyViolation;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the world demands of requests, by engines whose answers are withheld.
final class LivenessTest {
    private static final long MOST_SEEDS = 200;

    @Test
    void shouldMissTheAnswerToARequestThatNobodyCanServe() {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            final PropertyViolation found = withoutFailures(Script.of(seed, Profile.RESTART));
            if (found != null && found.observed().contains("cannot answer")) {
                assertEquals("EveryRequestResolves", found.property());
                return;
            }
        }
        fail("no seed had a request that nobody could serve");
    }

    @Test
    void shouldMissTheAnswerToARequestInsideTheCore() {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            final PropertyViolation found = withoutFailures(Script.of(seed, Profile.INCAST));
            if (found != null && found.observed().contains("no progress")) {
                assertEquals("EveryRequestResolves", found.property());
                return;
            }
        }
        fail("no seed had a request inside the core that got no answer");
    }

    @Test
    void shouldNotMissAnythingOfAHealthyWorld() {
        assertEquals(null, withoutFailures(Script.of(3, Profile.CALM).with("shutsDown", 0)));
    }

    private static PropertyViolation withoutFailures(final Script script) {
        return Simulation.run(script, (_, _, _, effects, _) -> withhold(effects)).violation();
    }

    /// Nobody is told of a request that has failed.
    private static void withhold(final Effects effects) {
        final List<Effect> all = effects.toList();
        effects.clear();
        for (final Effect effect : all) {
            if (!(effect instanceof Effect.Resolve resolve)
                    || resolve.outcome() == Outcome.SUCCESS) {
                effects.add(effect);
            }
        }
    }
}

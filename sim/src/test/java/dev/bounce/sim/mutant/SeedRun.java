package dev.bounce.sim.mutant;

import dev.bounce.engine.InvariantViolation;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.util.SortedMap;
import java.util.function.BiFunction;

/// Runs one seed of the simulator that its own class loader sees. Only types of the JDK pass from
/// one loader to the other.
final class SeedRun implements BiFunction<String, Long, String> {

    private final SortedMap<String, Long> knobs;

    /// @param knobs settings that are not drawn
    SeedRun(final SortedMap<String, Long> knobs) {
        this.knobs = knobs;
    }

    /// @return the property that the seed of that profile violates, `null` if none
    @Override
    public String apply(final String profile, final Long seed) {
        try {
            final SeedResult result =
                    Simulation.run(new Script(seed, Profile.parse(profile), knobs, null));
            return result.violation() == null ? null : result.violation().property();
        } catch (final InvariantViolation broken) {
            // Found while the world asked the engine for its snapshot, outside a step.
            return "EngineInvariant";
        } catch (final StackOverflowError | OutOfMemoryError endless) {
            return endless.getClass().getSimpleName();
        }
    }
}

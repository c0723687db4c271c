package dev.bounce.sim.mutant;

import dev.bounce.sim.world.Profile;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;

/// Looks for the seed that finds a mutant: first the recorded one, then all from 1 on. One that
/// need not die is tried with a few seeds only, unless everything is searched.
final class Hunt {
    private static final long FEW = 2;

    private final MutantCompiler compiler;
    private final long lastSeed;
    private final boolean trustsRecord;

    /// @param lastSeed of each profile that is tried
    /// @param trustsRecord whether a recorded seed is tried first
    Hunt(final MutantCompiler compiler, final long lastSeed, final boolean trustsRecord) {
        this.compiler = compiler;
        this.lastSeed = lastSeed;
        this.trustsRecord = trustsRecord;
    }

    /// How the mutant was found, `null` if no seed finds it.
    ///
    /// @param recorded how it was found before, `null` if nothing is recorded
    Kill find(final Mutant mutant, final Kill recorded) throws IOException {
        final BiFunction<String, Long, String> simulator = compiler.plant(mutant);
        if (trustsRecord && recorded != null && isStillFound(simulator, recorded)) {
            return recorded;
        }
        final boolean brief = trustsRecord && !mutant.mustDie();
        final long last = brief ? Math.min(FEW, lastSeed) : lastSeed;
        final List<Profile> profiles = brief ? mutant.profiles().subList(0, 1) : mutant.profiles();
        for (final Profile profile : profiles) {
            for (long seed = 1; seed <= last; seed++) {
                final String property = simulator.apply(profile.label(), seed);
                if (property != null) {
                    return new Kill(profile, seed, property);
                }
            }
        }
        return null;
    }

    private static boolean isStillFound(
            final BiFunction<String, Long, String> simulator, final Kill recorded) {
        final String property = simulator.apply(recorded.profile().label(), recorded.seed());
        return recorded.checker().equals(property);
    }
}

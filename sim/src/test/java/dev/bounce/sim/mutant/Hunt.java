package dev.bounce.sim.mutant;

import dev.bounce.sim.world.Profile;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;

/// Looks for the seed that finds a mutant: first the recorded one, then all from 1 on. One that
/// need not die is tried with a few seeds only, unless everything is searched. A seed that finds
/// something in the sound engine, too, does not count.
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
        final BiFunction<String, Long, String> planted = compiler.plant(mutant);
        final BiFunction<String, Long, String> sound = new SeedRun(mutant.knobs());
        if (trustsRecord && recorded != null) {
            final Kill again = kill(planted, sound, recorded.profile(), recorded.seed());
            if (recorded.equals(again)) {
                return recorded;
            }
        }
        final boolean brief = trustsRecord && !mutant.mustDie();
        final long last = brief ? Math.min(FEW, lastSeed) : lastSeed;
        final List<Profile> profiles = brief ? mutant.profiles().subList(0, 1) : mutant.profiles();
        for (final Profile profile : profiles) {
            for (long seed = 1; seed <= last; seed++) {
                final Kill kill = kill(planted, sound, profile, seed);
                if (kill != null) {
                    return kill;
                }
            }
        }
        return null;
    }

    private static Kill kill(
            final BiFunction<String, Long, String> planted,
            final BiFunction<String, Long, String> sound,
            final Profile profile,
            final long seed) {
        final String property = planted.apply(profile.label(), seed);
        final boolean isFound = property != null && sound.apply(profile.label(), seed) == null;
        return isFound ? new Kill(profile, seed, property) : null;
    }
}

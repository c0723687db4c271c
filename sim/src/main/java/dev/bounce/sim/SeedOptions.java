package dev.bounce.sim;

import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Profile;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which seeds of which worlds a command runs, and in what detail.
final class SeedOptions {
    private static final SeedRange DEFAULT = new SeedRange(1, 200);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @ArgGroup(exclusive = true)
    private Seeds seeds;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "default",
            description = {
                "Kind of worlds: default, chaos, beyond (safety only), calm (no faults), incast,",
                "duplex, restart, hostile, model, mild; serving: prefill workers and a decode"
                        + " worker whose",
                "KV lifecycles start and end the transfers."
            })
    private String profile;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "Run part I of N of the seeds; see merge.")
    private String shard;

    @Option(
            names = "--no-bytes",
            description = {
                "Simulate no bytes of memory: what engines do is the same, no byte is compared."
            })
    private boolean noBytes;

    @Option(
            names = "--no-checks",
            description = {
                "Judge no property after a step and count no situation; liveness is judged as",
                "always. With --no-bytes: how fast the bare simulation is."
            })
    private boolean noChecks;

    /// One seed or a range of them.
    private static final class Seeds {
        @Option(names = "--seed", paramLabel = "N", description = "Run one seed.")
        private String seed;

        @Option(
                names = "--seeds",
                paramLabel = "FIRST..LAST",
                description = "Run a range of seeds (default: 1..200).")
        private String range;
    }

    /// The plan that the options make.
    ///
    /// @throws ParameterException naming the option that is wrong
    CampaignPlan plan() {
        final SeedRange range = range();
        try {
            final CampaignPlan plan =
                    new CampaignPlan(
                            range,
                            shard == null ? Shard.WHOLE : Shard.parse(shard),
                            Profile.parse(profile),
                            new Detail(!noBytes, !noChecks));
            plan.seeds();
            return plan;
        } catch (final IllegalArgumentException malformed) {
            final String option =
                    malformed.getMessage().contains("profile") ? "--profile: " : "--shard: ";
            throw new ParameterException(
                    spec.commandLine(), option + malformed.getMessage(), malformed);
        }
    }

    private SeedRange range() {
        try {
            if (seeds == null) {
                return DEFAULT;
            }
            return seeds.seed == null
                    ? SeedRange.parse(seeds.range)
                    : SeedRange.of(SeedRange.parseSeed(seeds.seed));
        } catch (final IllegalArgumentException malformed) {
            final CommandLine line = spec.commandLine();
            final String option = seeds.seed == null ? "--seeds: " : "--seed: ";
            throw new ParameterException(line, option + malformed.getMessage(), malformed);
        }
    }
}

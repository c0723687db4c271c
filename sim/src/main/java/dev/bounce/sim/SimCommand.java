package dev.bounce.sim;

import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce sim`: simulates seeds and says what they violated. Exit code 0 if nothing was, 1 if a
/// property was, 2 for usage.
@Command(
        name = "sim",
        description = {
            "Simulates agents, network, data plane and memory under seeded faults, and",
            "checks every property after every step. The same seed gives the same run."
        },
        footer = {
            "",
            "Exit code 0: no property was violated, 1: one was, 2: usage.",
            "",
            "examples:",
            "  ./bounce sim --seeds 1..200",
            "  ./bounce sim --seed 37 --quiet --trace seed-37.jsonl"
        })
public final class SimCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int VIOLATED = 1;
    private static final SeedRange DEFAULT = new SeedRange(1, 200);
    private static final int BAR_WIDTH = 40;

    private final Campaign campaign;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @ArgGroup(exclusive = true)
    private Seeds seeds;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write the trace of the seed; needs --seed.")
    private Path trace;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--quiet",
            description = "Print the verdict and the violations only, no table, no progress.")
    private boolean quiet;

    /// Runs real simulations.
    public SimCommand() {
        this(new Campaign());
    }

    SimCommand(final Campaign campaign) {
        this.campaign = campaign;
    }

    /// What to run.
    private static final class Seeds {
        @Option(names = "--seed", paramLabel = "N", description = "Run one seed.")
        private String seed;

        @Option(
                names = "--seeds",
                paramLabel = "FIRST..LAST",
                description = "Run a range of seeds (default: 1..200).")
        private String range;
    }

    /// Runs the seeds and prints the report.
    @Override
    public Integer call() {
        final SeedRange range = range();
        if (trace != null) {
            writeTrace(range);
        }
        final boolean bar = !quiet && System.console() != null && System.console().isTerminal();
        final PrintWriter err = spec.commandLine().getErr();
        final CampaignReport report =
                campaign.run(range, (done, result) -> ran(bar, err, range, done, result));
        print(report, spec.commandLine().getOut());
        return report.violations().isEmpty() ? OK : VIOLATED;
    }

    private void writeTrace(final SeedRange range) {
        if (range.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "--trace: '" + trace + "' takes one seed, add --seed N");
        }
        TraceFiles.write(
                spec.commandLine(), Simulation::run, trace, Script.of(range.first()), true);
    }

    private void print(final CampaignReport report, final PrintWriter out) {
        if (json) {
            out.println(ReportPrinter.json(report));
        } else {
            if (!quiet) {
                out.println(ReportPrinter.table(report));
            }
            for (final CampaignReport.Violation violation : report.violations()) {
                out.print(ReportPrinter.violation(violation));
            }
            out.println(ReportPrinter.verdict(report));
        }
        out.flush();
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

    private static void ran(
            final boolean bar,
            final PrintWriter err,
            final SeedRange range,
            final int done,
            final SeedResult result) {
        if (!bar) {
            return;
        }
        final int filled = (int) ((long) BAR_WIDTH * done / range.size());
        err.print(
                "\r["
                        + "#".repeat(filled)
                        + " ".repeat(BAR_WIDTH - filled)
                        + "] "
                        + done
                        + "/"
                        + range.size()
                        + " seeds");
        if (result.violation() != null) {
            err.print("\rseed " + result.seed() + " violates " + result.violation().property());
            err.println(" ".repeat(BAR_WIDTH));
        }
        if (done == range.size()) {
            err.println();
        }
        err.flush();
    }
}

package dev.bounce.hw.bench;

import dev.bounce.model.config.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options of a sweep, and the sweep.
final class SweepOptions {
    private static final List<String> OF_WORKLOADS =
            List.of("--workload", "--blocks", "--layers", "--senders");
    private static final List<String> OF_SWEEPS = List.of("--sizes", "--totals", "--plot");
    private static final int DIRECT_SAMPLE = 50_000;
    private static final int DIRECT_ROUNDS = 3;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--sweep",
            description = {
                "Measure descriptors of 512 B to 64 KiB and requests of 1 MiB to 4 GiB, or those",
                "of --sizes and --totals, in place of a workload."
            })
    private boolean sweep;

    @Option(
            names = "--sizes",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "512B,2KiB,4KiB,8KiB,32KiB,64KiB",
            description = "With --sweep: bytes of a descriptor. Default: ${DEFAULT-VALUE}.")
    private List<String> sizes;

    @Option(
            names = "--totals",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "1MiB,8MiB,64MiB,512MiB,4GiB",
            description = "With --sweep: bytes of a request. Default: ${DEFAULT-VALUE}.")
    private List<String> totals;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "With --sweep: write a picture of the rates (SVG).")
    private Path plot;

    /// Whether a sweep is asked for.
    boolean isAsked() {
        return sweep;
    }

    /// Refuses options that a sweep would not follow, which has workloads of its own, of one sender
    /// and two receivers; and those of a sweep without one.
    ///
    /// @throws ParameterException naming the first one
    void requireFit() {
        for (final String option : sweep ? OF_WORKLOADS : OF_SWEEPS) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(
                        command.commandLine(),
                        option + (sweep ? " does not go with --sweep" : " goes with --sweep only"));
            }
        }
    }

    /// Most descriptors of a direct request.
    ///
    /// @param asked as by the options
    int directSample(final int asked) {
        return sweep ? Math.min(asked, DIRECT_SAMPLE) : asked;
    }

    /// Measured rounds in which direct takes part.
    int directRounds() {
        return sweep ? DIRECT_ROUNDS : Integer.MAX_VALUE;
    }

    /// Measures and reports.
    void run(final BenchPlan plan, final boolean json) throws BenchException {
        final List<SweepPoint> points =
                Sweep.run(
                        plan,
                        bytes("--sizes", sizes),
                        bytes("--totals", totals),
                        SweepOptions::show);
        final PrintWriter out = command.commandLine().getOut();
        out.println(json ? SweepReport.json(plan, points) : SweepReport.table(plan, points));
        out.flush();
        if (plot != null) {
            try {
                Files.writeString(plot, SweepReport.svg(plan, points));
            } catch (final IOException failure) {
                throw new BenchException(
                        BenchException.FAILED,
                        "cannot write " + plot + ": " + failure.getMessage());
            }
        }
    }

    private List<Long> bytes(final String option, final List<String> texts) {
        try {
            return texts.stream().map(ByteSize::parse).toList();
        } catch (final IllegalArgumentException malformed) {
            throw new ParameterException(
                    command.commandLine(), option + ": " + malformed.getMessage());
        }
    }

    private static void show(final SweepPoint point) {
        if (System.console() != null && System.console().isTerminal()) {
            System.err.printf(
                    "bench: %s in pieces of %s%n",
                    ByteSize.format(point.totalBytes()), ByteSize.format(point.descriptorBytes()));
        }
    }
}

package dev.bounce.hw;

import dev.bounce.hw.selftest.RoundTrips;
import dev.bounce.hw.selftest.SelfTest;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ConfigException;
import dev.bounce.model.config.ConfigLayer;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.ResolvedConfig;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce doctor`: what was found on this machine, and what to install.
@Command(
        name = "doctor",
        description = {
            "Shows what this machine has for Bounce (JDK, UCX, CUDA), which planes it can use,",
            "how each of them is fenced, and what to install for the others.",
            "With --self-test it checks and measures the copies of one GPU instead, also beside a",
            "busy compute stream; with --round-trip the control channels over loopback; with both",
            "one after the other."
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--json",
            description = "Print one JSON object, or one a line for each of the two tests.")
    private boolean json;

    @Option(
            names = "--self-test",
            description = "Check the copies of a GPU byte by byte and measure them instead.")
    private boolean selfTest;

    @Option(
            names = "--round-trip",
            description = "Measure round trips of control messages on this machine instead.")
    private boolean roundTrip;

    @Option(
            names = "--device",
            paramLabel = "N",
            defaultValue = "0",
            description = "The GPU of --self-test, counted from 0 (default: ${DEFAULT-VALUE}).")
    private int device;

    /// @param environment in place of the process's own
    public DoctorCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        final BounceConfig config;
        try {
            config = ResolvedConfig.of(List.of(ConfigLayer.environment(environment))).config();
        } catch (final ConfigException malformed) {
            throw new ParameterException(spec.commandLine(), malformed.getMessage());
        }
        if (roundTrip || selfTest) {
            return measure(config.copies());
        }
        final Diagnosis diagnosis = Diagnosis.of(config.link().fenceDelayNanos());
        final PrintWriter out = spec.commandLine().getOut();
        out.println(json ? diagnosis.json() : diagnosis.text());
        out.flush();
        return 0;
    }

    /// What was asked for, one after the other; the first exit code that is not 0 counts.
    private int measure(final CopyConfig copies) {
        final PrintWriter out = spec.commandLine().getOut();
        final int trips = roundTrip ? RoundTrips.run(json, out) : 0;
        final int copied =
                selfTest ? SelfTest.run(device, copies, json, out, spec.commandLine().getErr()) : 0;
        return trips != 0 ? trips : copied;
    }
}

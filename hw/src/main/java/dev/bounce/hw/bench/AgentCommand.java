package dev.bounce.hw.bench;

import dev.bounce.hw.cuda.CudaException;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce agent`: one end of a transfer, for two processes or two hosts.
@Command(
        name = "agent",
        description = {
            "Runs one end of a transfer. One agent listens and hands out its description; another",
            "one loads it and moves a workload to it, round after round. The listener compares",
            "every byte and answers with a transfer back. Both are given the same workload."
        },
        footer = {
            "",
            "examples:",
            "  ./bounce agent --listen --description decode.agent &",
            "  ./bounce agent --peer decode.agent --rounds 20 --json",
            "  ./bounce agent --plane cuda_ipc --memory cuda --device 1 --listen --description d"
        })
public final class AgentCommand implements Callable<Integer> {
    private static final int LEAST_DESCRIPTORS = 1;
    private static final List<String> OF_CALLERS =
            List.of("--wait", "--forget-every", "--progress");
    private static final List<String> OF_LISTENERS = List.of("--description");

    private static final class Side {
        @Option(names = "--listen", required = true, description = "Listen and verify.")
        private boolean listen;

        @Option(
                names = "--peer",
                required = true,
                paramLabel = "FILE",
                description = "Send to the agent whose description is there; - = standard input.")
        private String peer;
    }

    private final Map<String, String> environment;

    @Spec private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Side side;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--description",
            paramLabel = "FILE",
            defaultValue = "-",
            description = "Where the listener writes its description. Default: - (output).")
    private String description;

    @Option(
            names = "--plane",
            defaultValue = "tcp",
            description = "How chunks travel. Default: tcp.")
    private PlaneKind plane;

    @Mixin private AgentOptions agents;
    @Mixin private WorkloadOptions workload;

    @Option(
            names = "--device",
            paramLabel = "N",
            defaultValue = "0",
            description = "With --memory cuda, the GPU of this agent, from 0. Default: 0.")
    private int device;

    @Option(
            names = "--rank",
            paramLabel = "N",
            defaultValue = "0",
            description = "Which receiver of the first sender. Default: 0.")
    private int rank;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Transfers, one after the other. Default: 10.")
    private long rounds;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Longest wait for the listener and for its answers. Default: 30.")
    private int waitSeconds;

    @Option(
            names = "--forget-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "Forget the listener in the middle of every Nth round.")
    private long forgetEvery;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = {
                "Write what the agent did, as it ends, for ./bounce replay. The file holds the",
                "secret of that life of the agent."
            })
    private Path recording;

    @Option(names = "--progress", description = "Print a line after every 20 rounds.")
    private boolean progress;

    @Option(names = "--json", description = "Print one JSON object at the end.")
    private boolean json;

    /// @param environment in place of the process's own
    public AgentCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter err = spec.commandLine().getErr();
        try {
            final PairPlan plan = plan();
            requireSupported(plan);
            final PairReport report =
                    side.listen
                            ? new PairListener(plan, line -> say(err, line))
                                    .run(new DescriptionFile(description), out)
                            : new PairCaller(
                                            plan,
                                            new DescriptionFile(side.peer),
                                            1_000L * waitSeconds,
                                            forgetEvery,
                                            line -> say(err, line),
                                            line -> progress(out, line))
                                    .run();
            out.println(json ? report.json() : report.text());
            out.flush();
            return report.exitCode();
        } catch (final BenchException failure) {
            say(err, failure.getMessage());
            return failure.exitCode();
        } catch (final CudaException unusable) {
            say(err, unusable.getMessage());
            return BenchException.ENVIRONMENT;
        }
    }

    private void progress(final PrintWriter out, final String line) {
        if (progress) {
            out.println(line);
            out.flush();
        }
    }

    private static void say(final PrintWriter err, final String line) {
        err.println("bounce agent: " + line);
        err.flush();
    }

    /// Refuses options that nothing would follow.
    private void requireFit() {
        for (final String option : side.listen ? OF_CALLERS : OF_LISTENERS) {
            if (isGiven(option)) {
                throw mistake(
                        option + " goes with " + (side.listen ? "--peer" : "--listen") + " only");
            }
        }
        if (isGiven("--device") && agents.memory() == MemoryKind.HOST) {
            throw mistake("--device goes with --memory cuda only");
        }
    }

    private boolean isGiven(final String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private PairPlan plan() {
        requireFit();
        if (rounds < 1 || waitSeconds < 1 || forgetEvery < 0) {
            throw mistake(
                    "--rounds %d, --wait %d and --forget-every %d must be at least 1, 1 and 0"
                            .formatted(rounds, waitSeconds, forgetEvery));
        }
        final Workload found = workload.find();
        final long ranks = found.pairs().stream().filter(pair -> pair.sender() == 0).count();
        if (rank < 0 || rank >= ranks) {
            throw mistake(
                    "--rank %d: the first sender of %s serves 0..%d"
                            .formatted(rank, found.name(), ranks - 1));
        }
        final BounceConfig config = agents.config(LEAST_DESCRIPTORS, environment);
        if (!config.enabled()) {
            throw mistake("enabled=false: nobody is told of what lands uncoalesced; leave it out");
        }
        return new PairPlan(
                found,
                rank,
                plane,
                agents.control(),
                agents.memory(),
                device,
                "decode-" + rank,
                "prefill",
                rounds,
                config,
                recording);
    }

    private void requireSupported(final PairPlan plan) throws BenchException {
        if (plane == PlaneKind.LOCAL) {
            throw mistake("plane 'local' does not join two processes; use --plane tcp");
        }
        agents.requireSupported(plane, plan.config());
    }

    private ParameterException mistake(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

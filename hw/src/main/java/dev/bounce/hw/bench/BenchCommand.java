package dev.bounce.hw.bench;

import dev.bounce.hw.bench.serving.ServingCommand;
import dev.bounce.hw.bench.serving.ServingOptions;
import dev.bounce.hw.bench.serving.ServingPlan;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce bench`: moves a workload in several ways, verifies every byte, and compares.
@Command(
        name = "bench",
        description = {
            "Moves a workload coalesced, descriptor by descriptor, and as one contiguous copy,",
            "in turn, verifies every byte, and compares the times. With --workload serving: lets",
            "prefill and decode workers serve requests, and compares every byte before it is used."
        },
        footer = {
            "",
            "examples:",
            "  ./bounce bench --plane local --memory host --workload gpt-oss-120b-8k",
            "  ./bounce bench --plane tcp --memory host --json      one process per agent, over"
                    + " UCX",
            "  ./bounce bench --iterations 100 -D copy.threads=4 --json",
            "  ./bounce bench --workload serving --plane tcp        prefill, transfer, decode"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int LEAST_DESCRIPTORS = 2;

    private final Map<String, String> environment;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--plane",
            defaultValue = "local",
            description = "How chunks travel: local, tcp, cuda_ipc or rc. Default: local.")
    private PlaneKind plane;

    @Mixin private AgentOptions agents;
    @Mixin private WorkloadOptions workload;
    @Mixin private ShapeOptions shape;
    @Mixin private SweepOptions sweep;
    @Mixin private ServingOptions serving;

    @Option(names = "--serve", paramLabel = "RECEIVER", defaultValue = "-1", hidden = true)
    private int serve;

    @Option(names = "--serve-sender", paramLabel = "SENDER", defaultValue = "-1", hidden = true)
    private int serveSender;

    @Option(
            names = "--devices",
            paramLabel = "N",
            split = ",",
            description = {
                "With --memory cuda, the GPU of the senders and those of the receivers in turn,",
                "counted from 0. Default: all, or the only one for both."
            })
    private List<Integer> devices = List.of();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "30",
            description = "Measured rounds. Default: 30.")
    private int iterations;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rounds before those. Default: 10.")
    private int warmup;

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "bounce,direct,contiguous",
            description = "What is compared. Default: ${DEFAULT-VALUE}.")
    private List<Mode> modes;

    @Option(
            names = "--verify-every",
            paramLabel = "N",
            defaultValue = "1",
            description = "Compare every byte in one of so many rounds. Default: 1.")
    private int verifyEvery;

    @Option(
            names = "--direct-sample",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = {
                "Most descriptors that a direct request moves, the first ones. Default: all;",
                "with --sweep 50000."
            })
    private int directSample;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = {
                "Write what each agent did, as it ends, to DIR/NAME.trace for ./bounce replay. The",
                "files hold the secrets of those lives of the agents."
            })
    private Path recordings;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    /// @param environment in place of the process's own
    public BenchCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServingOptions.requireFit(spec, workload.name());
        if (serve < 0 && serveSender < 0) {
            requireFit();
        }
        try {
            if (workload.name().equals(ServingOptions.WORKLOAD)) {
                serveRequests();
            } else {
                moveTransfers();
            }
            return 0;
        } catch (final BenchException failure) {
            final PrintWriter err = spec.commandLine().getErr();
            err.println("bounce bench: " + failure.getMessage());
            err.flush();
            return failure.exitCode();
        }
    }

    /// Refuses options that nothing would follow.
    private void requireFit() {
        sweep.requireFit();
        if (isGiven("--devices") && agents.memory() == MemoryKind.HOST) {
            throw mistake("--devices goes with --memory cuda only");
        }
        if (isGiven("--direct-sample") && !modes.contains(Mode.DIRECT)) {
            throw mistake("--direct-sample: direct is not among --modes");
        }
    }

    private boolean isGiven(final String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private void serveRequests() throws BenchException {
        final ServingPlan plan;
        try {
            plan =
                    ServingPlan.of(
                            serving,
                            plane,
                            agents.control(),
                            agents.memory(),
                            usedDevices(),
                            recordings,
                            config(),
                            agents.settings());
        } catch (final IllegalArgumentException | ArithmeticException mistaken) {
            throw mistake(mistaken.getMessage());
        }
        agents.requireSupported(plane, plan.config());
        final PrintWriter out = spec.commandLine().getOut();
        if (serve >= 0) {
            ServingCommand.serve(plan, serve, out);
        } else {
            ServingCommand.run(plan, json, out);
        }
    }

    private void moveTransfers() throws BenchException {
        final BenchPlan plan = plan();
        agents.requireSupported(plane, plan.config());
        if (serve >= 0 || serveSender >= 0) {
            serve(plan);
        } else if (sweep.isAsked()) {
            sweep.run(plan, json);
        } else {
            final BenchResult result = Bench.run(plan, this::showProgress);
            final PrintWriter out = spec.commandLine().getOut();
            out.println(json ? BenchReport.json(result) : BenchReport.table(result));
            out.flush();
        }
    }

    private BenchPlan plan() {
        final Workload found = workload.find();
        return new BenchPlan(
                found,
                workload.arguments(),
                plane,
                agents.control(),
                agents.memory(),
                usedDevices(),
                shape.shape(found),
                atLeast("--iterations", iterations, 1),
                atLeast("--warmup", warmup, 0),
                List.copyOf(new TreeSet<>(modes)),
                atLeast("--verify-every", verifyEvery, 1),
                sweep.directSample(atLeast("--direct-sample", directSample, 1)),
                sweep.directRounds(),
                recordings,
                config(),
                agents.settings());
    }

    private BounceConfig config() {
        final BounceConfig config = agents.config(LEAST_DESCRIPTORS, environment);
        if (config.control().bindPort() != 0 && agents.control() == ControlKind.ZMQ) {
            throw mistake(
                    "control.port=%d: the agents of a benchmark share this host and cannot share a"
                                    .formatted(config.control().bindPort())
                            + " port; leave it out");
        }
        return config;
    }

    /// Another process of a benchmark, which has started this one.
    private void serve(final BenchPlan plan) throws BenchException {
        final BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        final PrintWriter answers = spec.commandLine().getOut();
        try {
            if (serve >= 0) {
                ReceiverServer.run(plan, serve, commands, answers);
            } else {
                SenderServer.run(plan, serveSender, commands, answers);
            }
        } catch (final IOException failure) {
            throw new BenchException(BenchException.FAILED, failure.getMessage());
        } catch (final CudaException | IllegalArgumentException unusable) {
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        }
    }

    private int atLeast(final String option, final int value, final int least) {
        if (value < least) {
            throw mistake("%s %d is below %d".formatted(option, value, least));
        }
        return value;
    }

    private List<Integer> usedDevices() {
        if (agents.memory() == MemoryKind.HOST) {
            return List.of(0);
        }
        if (!devices.isEmpty()) {
            return List.copyOf(devices);
        }
        final int count = CudaProbe.look().devices();
        return IntStream.range(0, Math.max(1, count)).boxed().toList();
    }

    private ParameterException mistake(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void showProgress(final int rounds) {
        if (System.console() != null && System.console().isTerminal()) {
            final String end = rounds == warmup + iterations ? "\r\033[K" : "";
            System.err.printf("\rbench: round %d of %d%s", rounds, warmup + iterations, end);
            System.err.flush();
        }
    }
}

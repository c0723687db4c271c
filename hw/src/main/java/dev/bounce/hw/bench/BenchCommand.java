package dev.bounce.hw.bench;

import dev.bounce.hw.bench.serving.ServingCommand;
import dev.bounce.hw.bench.serving.ServingOptions;
import dev.bounce.hw.bench.serving.ServingPlan;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ByteSize;
import dev.bounce.model.config.ConfigException;
import dev.bounce.model.workload.Workload;
import dev.bounce.model.workload.WorkloadPresets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final int SWEEP_DIRECT_SAMPLE = 50_000;
    private static final int SWEEP_DIRECT_ROUNDS = 3;

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

    @Option(
            names = "--control",
            defaultValue = "zmq",
            description = "How control messages travel: zmq or ucx. Default: zmq.")
    private ControlKind control;

    @Option(names = "--serve", paramLabel = "RANK", defaultValue = "-1", hidden = true)
    private int serve;

    @Option(
            names = "--memory",
            defaultValue = "host",
            description = "Where the memory is: host or cuda. Default: host.")
    private MemoryKind memory;

    @Option(
            names = "--devices",
            paramLabel = "N",
            split = ",",
            description = {
                "With --memory cuda, the GPU of the sender and those of the receivers in turn,",
                "counted from 0. Default: all, or the only one for both."
            })
    private List<Integer> devices = List.of();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = WorkloadPresets.HEADLINE,
            description = {
                "What is moved; serving: what prefill and decode workers need. Default:",
                "${DEFAULT-VALUE}."
            })
    private String workload;

    @Mixin private ServingOptions serving;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Receivers that are served at a time. Default: 1.")
    private int receivers;

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
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1",
            description = "Requests to a receiver under way at a time. Default: 1.")
    private int inFlight;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "0",
            description = "Requests to each receiver in a round. Default: as many as in flight.")
    private int batch;

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

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = {
                "Write what each agent did, as it ends, to DIR/NAME.trace for ./bounce replay. The",
                "files hold the secrets of those lives of the agents."
            })
    private Path recordings;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set one key of the configuration; repeatable; wins over BOUNCE_*.")
    private final Map<String, String> settings = new TreeMap<>();

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    /// @param environment in place of the process's own
    public BenchCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServingOptions.requireFit(spec, workload);
        try {
            if (workload.equals(ServingOptions.WORKLOAD)) {
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

    private void serveRequests() throws BenchException {
        final ServingPlan plan;
        try {
            plan =
                    ServingPlan.of(
                            serving,
                            plane,
                            control,
                            memory,
                            usedDevices(),
                            recordings,
                            config(),
                            settings);
        } catch (final IllegalArgumentException mistaken) {
            throw mistake(mistaken.getMessage());
        }
        requireSupported();
        final PrintWriter out = spec.commandLine().getOut();
        if (serve >= 0) {
            ServingCommand.serve(plan, serve, out);
        } else {
            ServingCommand.run(plan, json, out);
        }
    }

    private void moveTransfers() throws BenchException {
        final BenchPlan plan =
                new BenchPlan(
                        findWorkload(),
                        plane,
                        control,
                        memory,
                        usedDevices(),
                        atLeast("--receivers", receivers, 1),
                        atLeast("--iterations", iterations, 1),
                        atLeast("--warmup", warmup, 0),
                        atLeast("--in-flight", inFlight, 1),
                        batch == 0 ? inFlight : atLeast("--batch", batch, inFlight),
                        List.copyOf(new TreeSet<>(modes)),
                        atLeast("--verify-every", verifyEvery, 1),
                        directSample(),
                        sweep ? SWEEP_DIRECT_ROUNDS : Integer.MAX_VALUE,
                        recordings,
                        config(),
                        settings);
        requireReceivers(plan.workload());
        requireSupported();
        if (serve >= 0) {
            BenchServer.serve(plan, serve, spec.commandLine().getOut());
        } else if (sweep) {
            sweep(plan);
        } else {
            final BenchResult result = Bench.run(plan, this::showProgress);
            final PrintWriter out = spec.commandLine().getOut();
            out.println(json ? BenchReport.json(result) : BenchReport.table(result));
            out.flush();
        }
    }

    private int directSample() {
        final int sample = atLeast("--direct-sample", directSample, 1);
        return sweep ? Math.min(sample, SWEEP_DIRECT_SAMPLE) : sample;
    }

    private void sweep(final BenchPlan plan) throws BenchException {
        final List<SweepPoint> points =
                Sweep.run(
                        plan, bytes("--sizes", sizes), bytes("--totals", totals), this::showPoint);
        final PrintWriter out = spec.commandLine().getOut();
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
            throw mistake(option + ": " + malformed.getMessage());
        }
    }

    private void showPoint(final SweepPoint point) {
        if (System.console() != null && System.console().isTerminal()) {
            System.err.printf(
                    "bench: %s in pieces of %s%n",
                    ByteSize.format(point.totalBytes()), ByteSize.format(point.descriptorBytes()));
        }
    }

    private Workload findWorkload() {
        return WorkloadPresets.named(workload)
                .or(() -> SweepWorkloads.named(workload))
                .orElseThrow(
                        () ->
                                mistake(
                                        "unknown workload '%s'; there are: %s, serving"
                                                .formatted(
                                                        workload,
                                                        String.join(
                                                                ", ", WorkloadPresets.names()))));
    }

    private int atLeast(final String option, final int value, final int least) {
        if (value < least) {
            throw mistake("%s %d is below %d".formatted(option, value, least));
        }
        return value;
    }

    private void requireReceivers(final Workload found) {
        final long most = found.pairs().stream().filter(pair -> pair.sender() == 0).count();
        if (receivers > most) {
            throw mistake(
                    "--receivers %d: the first sender of %s serves %d"
                            .formatted(receivers, found.name(), most));
        }
    }

    private BounceConfig config() {
        try {
            return BenchDefaults.config(settings, environment, memory);
        } catch (final ConfigException malformed) {
            throw mistake(malformed.getMessage());
        }
    }

    private void requireSupported() throws BenchException {
        Availability.require(memory);
        Availability.requireReach(plane, memory);
        Availability.require(plane);
        if (control == ControlKind.UCX) {
            Availability.requireUcx();
        }
    }

    private List<Integer> usedDevices() {
        if (memory == MemoryKind.HOST) {
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

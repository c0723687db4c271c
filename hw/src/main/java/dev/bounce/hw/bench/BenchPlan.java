package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.BounceAgentBuilder;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What is measured.
///
/// @param workload whose first sender's transfers are moved
/// @param plane how chunks travel; other than inside a process, each agent has its own
/// @param control how control messages travel
/// @param memory where pools and arenas are
/// @param devices for CUDA memory, the GPU of the sender and then those of the receivers in turn,
///     at least one
/// @param receivers how many of its receivers, at least 1
/// @param iterations measured rounds, at least 1; each moves `batch` requests in each mode
/// @param warmup rounds before those, at least 0
/// @param inFlight requests to a receiver that are under way at a time, at least 1
/// @param batch requests to each receiver in a round, at least `inFlight`
/// @param modes that are compared
/// @param verifyEvery rounds of which one is verified, at least 1
/// @param directSample most descriptors of a direct request, of the first sender's; the rest is
///     left out
/// @param directRounds measured rounds in which direct takes part; in the rounds before, it does in
///     the first only if these are limited
/// @param recordings folder in which each agent leaves what it did, `null` = none
/// @param config of every agent
/// @param settings that led to it, for other processes; the environment is theirs as well
record BenchPlan(
        Workload workload,
        PlaneKind plane,
        ControlKind control,
        MemoryKind memory,
        List<Integer> devices,
        int receivers,
        int iterations,
        int warmup,
        int inFlight,
        int batch,
        List<Mode> modes,
        int verifyEvery,
        int directSample,
        int directRounds,
        Path recordings,
        BounceConfig config,
        Map<String, String> settings) {

    /// The same with another workload.
    ///
    /// @param rounds most that are measured, and most before those
    BenchPlan point(final Workload of, final int rounds) {
        return new BenchPlan(
                of,
                plane,
                control,
                memory,
                devices,
                receivers,
                Math.min(iterations, rounds),
                Math.min(warmup, rounds),
                inFlight,
                batch,
                modes,
                verifyEvery,
                directSample,
                directRounds,
                recordings,
                config,
                settings);
    }

    /// Whether direct takes part in a round.
    ///
    /// @param round counted from the first, which is not measured
    boolean isDirectRound(final int round) {
        return directRounds >= iterations
                || round == 0
                || round >= warmup && round - warmup < directRounds;
    }

    /// The transfers of the first sender that are moved.
    List<RankPair> ranks() {
        return workload.pairs().stream()
                .filter(pair -> pair.sender() == 0)
                .limit(receivers)
                .toList();
    }

    /// The GPU of the sender.
    int senderDevice() {
        return devices.getFirst();
    }

    /// The GPU of a receiver.
    int receiverDevice(final int rank) {
        return devices.size() == 1
                ? devices.getFirst()
                : devices.get(1 + rank % (devices.size() - 1));
    }

    /// A pool in the memory that is measured.
    ///
    /// @param device for CUDA memory
    Pool pool(final Arena owner, final long bytes, final int device) {
        return memory == MemoryKind.CUDA
                ? new Pool(owner, bytes, CudaContext.open(device))
                : new Pool(owner, bytes);
    }

    /// An agent of the benchmark.
    ///
    /// @param device for CUDA memory
    BounceAgentBuilder agent(final String name, final BounceConfig with, final int device) {
        // Completing a future only wakes the thread that measures, which the reactor may do.
        return BounceAgent.named(name)
                .config(with)
                .plane(plane)
                .memory(memory)
                .device(device)
                .control(control)
                .executor(Runnable::run);
    }

    /// The command line of the process of a receiver.
    List<String> serverArguments(final int rank) {
        final List<String> line =
                new ArrayList<>(
                        List.of(
                                "bench",
                                "--serve=" + rank,
                                "--workload=" + workload.name(),
                                "--plane=" + plane.name().toLowerCase(Locale.ROOT),
                                "--control=" + control.name().toLowerCase(Locale.ROOT),
                                "--memory=" + memory.name().toLowerCase(Locale.ROOT),
                                "--devices="
                                        + devices.stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(",")),
                                "--receivers=" + receivers,
                                "--direct-sample=" + directSample));
        if (recordings != null) {
            line.add("--record=" + recordings);
        }
        settings.forEach((key, value) -> line.add("-D" + key + "=" + value));
        return line;
    }
}

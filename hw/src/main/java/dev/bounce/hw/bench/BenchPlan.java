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
/// @param workload whose first senders' transfers are moved
/// @param workloadOptions that name it, for other processes
/// @param plane how chunks travel; other than inside a process, each receiver has its own, and each
///     sender but the first
/// @param control how control messages travel
/// @param memory where pools and arenas are
/// @param devices for CUDA memory, the GPU of the senders and then those of the receivers in turn,
///     at least one
/// @param shape who takes part
/// @param iterations measured rounds, at least 1; each moves a batch of requests in each mode
/// @param warmup rounds before those, at least 0
/// @param modes that are compared
/// @param verifyEvery rounds of which one is verified, at least 1
/// @param directSample most descriptors of a direct request, the first ones; the rest is left out
/// @param directRounds measured rounds in which direct takes part; in the rounds before, it does in
///     the first only if these are limited
/// @param recordings folder in which each agent leaves what it did, `null` = none
/// @param config of every agent
/// @param settings that led to it, for other processes; the environment is theirs as well
record BenchPlan(
        Workload workload,
        List<String> workloadOptions,
        PlaneKind plane,
        ControlKind control,
        MemoryKind memory,
        List<Integer> devices,
        BenchShape shape,
        int iterations,
        int warmup,
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
                List.of("--workload=" + of.name()),
                plane,
                control,
                memory,
                devices,
                shape,
                Math.min(iterations, rounds),
                Math.min(warmup, rounds),
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

    /// The transfers that are moved, by receiver, then sender.
    List<RankPair> ranks() {
        final List<Integer> receivers = receivers();
        return workload.pairs().stream()
                .filter(pair -> pair.sender() < shape.senders())
                .filter(pair -> receivers.contains(pair.receiver()))
                .toList();
    }

    /// The ranks of the receivers that take part. Elsewhere a receiver is known by its index here.
    List<Integer> receivers() {
        return workload.pairs().stream()
                .filter(pair -> pair.sender() < shape.senders())
                .map(RankPair::receiver)
                .distinct()
                .limit(shape.receivers())
                .toList();
    }

    /// The transfers to one receiver.
    ///
    /// @param receiver its index
    List<RankPair> ranksTo(final int receiver) {
        final int rank = receivers().get(receiver);
        return ranks().stream().filter(pair -> pair.receiver() == rank).toList();
    }

    /// Where the contiguous transfer of one sender begins in the pool of its receiver: behind those
    /// of the senders before it.
    long contiguousOffset(final RankPair ranks) {
        return ranks().stream()
                .filter(pair -> pair.receiver() == ranks.receiver())
                .filter(pair -> pair.sender() < ranks.sender())
                .mapToLong(workload::bytes)
                .sum();
    }

    /// The GPU of the senders.
    int senderDevice() {
        return devices.getFirst();
    }

    /// The GPU of a receiver.
    ///
    /// @param receiver its index
    int receiverDevice(final int receiver) {
        return devices.size() == 1
                ? devices.getFirst()
                : devices.get(1 + receiver % (devices.size() - 1));
    }

    /// Name of the agent of a receiver.
    ///
    /// @param receiver its index
    static String receiverName(final int receiver) {
        return "decode-" + receiver;
    }

    /// Name of the agent of a sender.
    static String senderName(final int sender) {
        return sender == 0 ? "prefill" : "prefill-" + sender;
    }

    /// What the pool of a sender is filled from, at both ends.
    static long seed(final int sender) {
        return 1 + sender;
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

    /// The command line of another process of the benchmark.
    ///
    /// @param role what it is to do, an option
    List<String> arguments(final String role) {
        final List<String> line =
                new ArrayList<>(
                        List.of(
                                "bench",
                                role,
                                "--plane=" + plane.name().toLowerCase(Locale.ROOT),
                                "--control=" + control.name().toLowerCase(Locale.ROOT),
                                "--memory=" + memory.name().toLowerCase(Locale.ROOT),
                                "--devices="
                                        + devices.stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(",")),
                                "--senders=" + shape.senders(),
                                "--receivers=" + shape.receivers(),
                                "--in-flight=" + shape.inFlight(),
                                "--batch=" + shape.batch(),
                                "--direct-sample=" + directSample));
        line.addAll(workloadOptions);
        if (recordings != null) {
            line.add("--record=" + recordings);
        }
        settings.forEach((key, value) -> line.add("-D" + key + "=" + value));
        return line;
    }
}

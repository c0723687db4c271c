package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.BounceAgentBuilder;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What is measured.
///
/// @param workload whose first sender's transfers are moved
/// @param plane how chunks travel; other than inside a process, each agent has its own
/// @param control how control messages travel
/// @param receivers how many of its receivers, at least 1
/// @param iterations measured rounds, at least 1; each moves every transfer once in each mode
/// @param warmup rounds before those, at least 0
/// @param config of every agent
/// @param settings that led to it, for other processes; the environment is theirs as well
record BenchPlan(
        Workload workload,
        PlaneKind plane,
        ControlKind control,
        int receivers,
        int iterations,
        int warmup,
        BounceConfig config,
        Map<String, String> settings) {

    /// The transfers of the first sender that are moved.
    List<RankPair> ranks() {
        return workload.pairs().stream()
                .filter(pair -> pair.sender() == 0)
                .limit(receivers)
                .toList();
    }

    /// An agent of the benchmark.
    BounceAgentBuilder agent(final String name, final BounceConfig with) {
        // Completing a future only wakes the thread that measures, which the reactor may do.
        return BounceAgent.named(name)
                .config(with)
                .plane(plane)
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
                                "--receivers=" + receivers));
        settings.forEach((key, value) -> line.add("-D" + key + "=" + value));
        return line;
    }
}

package dev.bounce.hw.bench.serving;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.ResolvedConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/// Small serving runs.
final class Plans {
    private static final Map<String, String> CONFIG =
            Map.of(
                    "arena.size", "1MiB",
                    "arena.granularity", "4KiB",
                    "arena.max-chunk", "64KiB",
                    "arena.ramp", "16KiB",
                    "gate.min-descriptors", "2",
                    "copy.threads", "2",
                    "timeout.close", "1s");

    private Plans() {}

    /// Prompts of 16 to 512 tokens in blocks of 16, 3,000 bytes in each of two pools; some of
    /// the sizes do not divide each other.
    ///
    /// @param more options, which win
    static ServingPlan of(final PlaneKind plane, final String... more) {
        final List<String> options =
                new ArrayList<>(
                        List.of(
                                "--requests=12",
                                "--arrival-micros=2000",
                                "--shortest-prompt-tokens=16",
                                "--tokens-per-block=16",
                                "--answer-tokens=20",
                                "--max-batch=2",
                                "--prefill-blocks=60",
                                "--decode-blocks=90",
                                "--slot-bytes=3000",
                                "--slot-layers=3",
                                "--window-tokens=800",
                                "--cancel-percent=0",
                                "--limit-seconds=40"));
        options.addAll(List.of(more));
        final ServingOptions read = new ServingOptions();
        new CommandLine(read)
                .setOverwrittenOptionsAllowed(true)
                .parseArgs(options.toArray(String[]::new));
        return ServingPlan.of(
                read,
                plane,
                ControlKind.ZMQ,
                MemoryKind.HOST,
                List.of(0),
                null,
                ResolvedConfig.of(CONFIG, Map.of()).config(),
                CONFIG);
    }
}

package dev.bounce.hw.bench;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ConfigException;
import dev.bounce.model.config.ConfigLayer;
import dev.bounce.model.config.ResolvedConfig;
import java.util.List;
import java.util.Map;

/// The configuration of the agents of a benchmark.
final class BenchDefaults {
    /// What suits copies in host memory: staging that stays in the caches of the CPU.
    private static final Map<String, String> HOST =
            Map.of(
                    "arena.size", "64MiB",
                    "arena.granularity", "64KiB",
                    "arena.max-chunk", "2MiB",
                    "arena.ramp", "512KiB",
                    "gate.min-descriptors", "2",
                    "gate.max-average", "1GiB",
                    "copy.threads", String.valueOf(Runtime.getRuntime().availableProcessors()));

    /// The gate is open for every workload; all else is as for applications.
    private static final Map<String, String> DEVICE =
            Map.of("gate.min-descriptors", "2", "gate.max-average", "1GiB");

    private BenchDefaults() {}

    /// The settings of the command line, then those of the environment, then what suits the memory.
    ///
    /// @throws ConfigException naming the key that is wrong
    static BounceConfig config(
            final Map<String, String> settings,
            final Map<String, String> environment,
            final MemoryKind memory) {
        return ResolvedConfig.of(
                        List.of(
                                ConfigLayer.of("-D", settings),
                                ConfigLayer.environment(environment),
                                ConfigLayer.of("bench", memory == MemoryKind.CUDA ? DEVICE : HOST)))
                .config();
    }
}

package dev.bounce.hw.bench;

import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.Workload;

/// What is measured.
///
/// @param workload whose first sender's transfers are moved
/// @param receivers how many of its receivers, at least 1
/// @param iterations measured rounds, at least 1; each moves every transfer once in each mode
/// @param warmup rounds before those, at least 0
/// @param config of every agent
record BenchPlan(
        Workload workload, int receivers, int iterations, int warmup, BounceConfig config) {}

package dev.bounce.sim.serving;

/// What one serving run came to.
///
/// @param served requests that got all their tokens
/// @param cancelled requests that their user gave up
/// @param failed requests that failed otherwise
/// @param rowsPeak most index rows that prefill requests held at once
/// @param pinnedBlocksPeak most blocks of the prefill worker under a pin at once
/// @param windowBlocksPeak most blocks of the transfer window in use at once
/// @param p50Nanos median time from GEN_INIT to a complete cache
/// @param p99Nanos the same, 99th percentile
/// @param quarantinedBlocks at the end, of both workers
/// @param descriptors moved by all transfers
/// @param endNanos virtual time of the last event
public record ServingReport(
        int served,
        int cancelled,
        int failed,
        int rowsPeak,
        int pinnedBlocksPeak,
        int windowBlocksPeak,
        long p50Nanos,
        long p99Nanos,
        int quarantinedBlocks,
        long descriptors,
        long endNanos) {}

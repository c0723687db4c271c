package dev.bounce.sim.serving;

import java.util.List;

/// What one serving run came to.
///
/// @param served requests that got all their tokens
/// @param cancelled requests that their user gave up
/// @param failed requests that failed otherwise
/// @param rowsPeak most index rows that prefill requests held at once
/// @param pinnedBlocksPeak most blocks of the prefill worker under a pin at once
/// @param windowBlocksPeak most blocks of the transfer window in use at once
/// @param readyNanos times from GEN_INIT to a complete cache, ascending
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
        List<Long> readyNanos,
        int quarantinedBlocks,
        long descriptors,
        long endNanos) {
    /// Copies the list.
    public ServingReport {
        readyNanos = List.copyOf(readyNanos);
    }
}

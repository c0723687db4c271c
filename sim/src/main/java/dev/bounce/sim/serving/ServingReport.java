package dev.bounce.sim.serving;

import java.util.List;

/// What one serving run came to.
///
/// @param served requests that got all their tokens
/// @param cancelled requests that their user gave up
/// @param failed requests that failed otherwise
/// @param rowsPeak most index rows that the requests of a prefill worker held at once
/// @param pinnedBlocksPeak most blocks of a prefill worker under a pin at once
/// @param windowBlocksPeak most blocks of the transfer window in use at once
/// @param readyNanos times from GEN_INIT to a complete cache, ascending
/// @param quarantinedBlocks at the end, of all workers
/// @param descriptors moved by all transfers
/// @param promptsPeak most prompts with blocks of a prefill worker at once
/// @param samples of the prefill workers whenever one of them changed
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
        int promptsPeak,
        List<Sample> samples,
        long endNanos) {
    /// All prefill workers at one moment.
    ///
    /// @param nanos virtual time
    /// @param rows that are held
    /// @param prompts with blocks
    /// @param prefilled prompts so far
    public record Sample(long nanos, int rows, int prompts, int prefilled) {}

    /// Copies the lists.
    public ServingReport {
        readyNanos = List.copyOf(readyNanos);
        samples = List.copyOf(samples);
    }
}

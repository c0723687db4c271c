package dev.bounce.sim.world;

import java.util.List;

/// What the workers of a run came to.
///
/// @param requests that came
/// @param served requests that got all their tokens
/// @param cancelled requests that their user gave up
/// @param failed requests that failed otherwise, those of workers that died included
/// @param rowsPeak most index rows that a prefill worker held at once
/// @param pinnedBlocksPeak most of the blocks of one under a pin at once
/// @param windowBlocksPeak most blocks of the transfer window in use at once
/// @param quarantinedPeak most blocks of all workers at once that wait for evidence
/// @param readyNanos times from GEN_INIT to a complete cache, ascending
/// @param quarantinedBlocks at the end, of all workers
/// @param descriptors by block and pool of all transfers, before they are cut
/// @param pieces of them, cut and joined by regions
public record ServingFigures(
        int requests,
        int served,
        int cancelled,
        int failed,
        int rowsPeak,
        int pinnedBlocksPeak,
        int windowBlocksPeak,
        int quarantinedPeak,
        List<Long> readyNanos,
        int quarantinedBlocks,
        long descriptors,
        long pieces) {
    /// Copies the list.
    public ServingFigures {
        readyNanos = List.copyOf(readyNanos);
    }
}

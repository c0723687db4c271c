package dev.bounce.engine;

import dev.bounce.model.wire.ScatterRuns;

/// A chunk whose DATA was accepted, queued or being scattered.
///
/// @param region where it is; its state tells which of the two, its flow may be closed
/// @param flow the flow it came for
/// @param runs checked against rule 12
record Scatter(Region region, Flow flow, ScatterRuns runs) {
    /// Whether a run writes into `[base, base + length)`. The runs are checked, so a span cannot
    /// wrap.
    boolean writesTo(final long base, final long length) {
        for (int run = 0; run < runs.size(); run++) {
            final long first = runs.destination()[run];
            final long span =
                    (runs.count()[run] - 1L) * runs.destinationStride()[run]
                            + runs.pieceBytes()[run];
            if (Long.compareUnsigned(first - base, length) < 0
                    || Long.compareUnsigned(base - first, span) < 0) {
                return true;
            }
        }
        return false;
    }
}

package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;

/// Where the pieces of a plan go, found again from its runs.
final class PieceDestinations {
    private PieceDestinations() {}

    /// Destination of each piece of all chunks.
    static long[] of(final TransferPlan plan) {
        final long[] destination = new long[plan.pieceCount()];
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            expand(plan, chunk, destination);
        }
        return destination;
    }

    private static void expand(final TransferPlan plan, final int chunk, final long[] destination) {
        final ScatterRuns runs = plan.runs(chunk);
        int piece = plan.firstPiece(chunk);
        for (int run = 0; run < runs.size(); run++) {
            final long offset = runs.regionOffset()[run];
            final long address = runs.destination()[run];
            if (runs.count()[run] > 1) {
                for (int i = 0; i < runs.count()[run]; i++) {
                    destination[piece++] = address + i * runs.destinationStride()[run];
                }
                continue;
            }
            // A run of one piece may cover several of the plan, side by side on both sides.
            final long end = offset + runs.pieceBytes()[run];
            while (piece < plan.endPiece(chunk) && plan.pieceRegionOffset(piece) < end) {
                destination[piece] = address + (plan.pieceRegionOffset(piece) - offset);
                piece++;
            }
        }
    }
}

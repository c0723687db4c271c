package dev.bounce.model.plan;

/// What came of the descriptors of one plan.
///
/// Two neighbours are pieces one after the other in placement order. Each of the `pieces - 1`
/// neighbour pairs that were not merged is counted under one reason, the first that holds.
///
/// @param descriptors pairs given, empty ones included
/// @param emptyDescriptors pairs of no bytes, left out
/// @param merges pairs that became part of the piece before them
/// @param pieces what is gathered
/// @param chunks what is written
/// @param reorderedChunks chunks whose pieces stand in destination order
/// @param callerOrderRuns runs there would be without reordering
/// @param runs what is scattered
/// @param payloadBytes sum of the pieces
/// @param paddingBytes between pieces, for alignment
/// @param regionBytes sum of the regions: payload, padding, seals
/// @param chunkEdges neighbours in two chunks
/// @param sourceGaps neighbours whose sources do not continue, but whose destinations do
/// @param destinationGaps neighbours whose destinations do not continue, but whose sources do
/// @param gapsOnBothSides neighbours that continue on neither side
/// @param paddedNeighbours neighbours that continue on both sides, but not at a multiple of 32
public record PlanStatistics(
        int descriptors,
        int emptyDescriptors,
        int merges,
        int pieces,
        int chunks,
        int reorderedChunks,
        long callerOrderRuns,
        long runs,
        long payloadBytes,
        long paddingBytes,
        long regionBytes,
        int chunkEdges,
        int sourceGaps,
        int destinationGaps,
        int gapsOnBothSides,
        int paddedNeighbours) {

    /// Plans a transfer and counts; costs more than twice as much as [TransferPlan#of], because the
    /// runs of caller order take a plan of their own.
    ///
    /// @throws IllegalArgumentException as [TransferPlan#of] does
    public static PlanStatistics of(final DescriptorPairs pairs, final PlanLimits limits) {
        final TransferPlan plan = TransferPlan.of(pairs, limits);
        final int pieces = plan.pieceCount();
        final int chunks = plan.chunkCount();
        long regionBytes = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            regionBytes += plan.regionBytes(chunk);
        }
        final int[] neighbours = countNeighbours(plan);
        return new PlanStatistics(
                pairs.size(),
                pairs.size() - pairs.nonEmptyCount(),
                pairs.nonEmptyCount() - pieces,
                pieces,
                chunks,
                plan.reorderedChunks(),
                countRuns(TransferPlan.of(pairs, limits, false)),
                countRuns(plan),
                plan.payloadBytes(),
                regionBytes - plan.payloadBytes() - (long) chunks * SealKey.OVERHEAD_BYTES,
                regionBytes,
                Math.max(0, chunks - 1),
                neighbours[1],
                neighbours[2],
                neighbours[0],
                neighbours[3]);
    }

    private static long countRuns(final TransferPlan plan) {
        long runs = 0;
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            runs += plan.runs(chunk).size();
        }
        return runs;
    }

    /// Neighbours within a chunk; bit 0 of the index: destinations continue, bit 1: sources do.
    private static int[] countNeighbours(final TransferPlan plan) {
        final int[] neighbours = new int[4];
        final long[] destination = PieceDestinations.of(plan);
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            for (int i = plan.firstPiece(chunk) + 1; i < plan.endPiece(chunk); i++) {
                final long bytes = plan.pieceBytes(i - 1);
                final boolean source = plan.pieceSource(i - 1) + bytes == plan.pieceSource(i);
                final boolean target = destination[i - 1] + bytes == destination[i];
                neighbours[(source ? 2 : 0) + (target ? 1 : 0)]++;
            }
        }
        return neighbours;
    }
}

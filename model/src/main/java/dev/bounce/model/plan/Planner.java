package dev.bounce.model.plan;

import dev.bounce.model.plan.Eligibility.Refused;
import dev.bounce.model.wire.ScatterRuns;
import java.util.Arrays;

/// Makes one plan: packs the pairs in caller order, then finds the runs of each chunk, in
/// destination
/// order where that gives fewer.
final class Planner {
    /// Runs at least this long on average are left as they are: a run is 48 bytes of a DATA, so
    /// that
    /// is at most one byte per piece, and reordering costs more than it can save.
    private static final int WELL_MERGED_PIECES = 48;

    private final Packing packing;
    private final RunBuffer runs = new RunBuffer();
    private final DestinationOrder order = new DestinationOrder();
    private int pieces;
    private long callerRuns;
    private int reordered;

    private Planner(final Packing packing) {
        this.packing = packing;
    }

    /// The plan of pairs that meet the preconditions.
    ///
    /// @throws IllegalArgumentException with the refusal, if a precondition fails
    static TransferPlan plan(final DescriptorPairs pairs, final PlanLimits limits) {
        require(Preconditions.ofPairs(pairs, limits));
        final Packing packing = Packing.of(pairs, limits);
        require(Preconditions.ofChunks(packing.chunks(), limits));
        return new Planner(packing).finish(pairs);
    }

    private static void require(final Eligibility eligibility) {
        if (eligibility instanceof Refused refused) {
            throw new IllegalArgumentException(refused.message());
        }
    }

    private TransferPlan finish(final DescriptorPairs pairs) {
        final int chunks = packing.chunks();
        final int[] endPiece = new int[chunks];
        final long[] regionBytes = new long[chunks];
        final long[] payloadBytes = new long[chunks];
        final ScatterRuns[] chunkRuns = new ScatterRuns[chunks];
        for (int chunk = 0; chunk < chunks; chunk++) {
            final long packedBytes = packing.packedBytes(chunk);
            final boolean better = place(chunk);
            chunkRuns[chunk] = better ? order.runs().toRuns() : runs.toRuns();
            endPiece[chunk] = pieces;
            regionBytes[chunk] =
                    SealKey.OVERHEAD_BYTES + (better ? order.packedBytes() : packedBytes);
            payloadBytes[chunk] = packing.payloadBytes(chunk);
        }
        return new TransferPlan(
                new TransferPlan.Chunks(endPiece, regionBytes, payloadBytes, chunkRuns),
                trimmed(packing.source()),
                trimmed(packing.offset()),
                trimmed(packing.bytes()),
                new TransferPlan.Origin(
                        pairs.size(), pairs.nonEmptyCount(), callerRuns, reordered));
    }

    /// Brings the pieces of a chunk to their final place and finds its runs; whether that is
    /// destination order.
    private boolean place(final int chunk) {
        final int from = packing.firstPiece(chunk);
        final int to = packing.endPiece(chunk);
        runs.fill(packing.destination(), packing.offset(), packing.bytes(), from, to);
        callerRuns += runs.size();
        final boolean better =
                runs.size() > (to - from) / WELL_MERGED_PIECES
                        && runs.size() > 1
                        && order.improves(packing, from, to, runs, packing.limitBytes(chunk));
        if (better) {
            order.copyTo(packing, pieces);
            pieces += order.pieces();
            reordered++;
        } else {
            // Merges in an earlier chunk may have left room below this one.
            packing.move(pieces, from, to);
            pieces += to - from;
        }
        return better;
    }

    /// A plan lives until its last ACK, so arrays mostly unused are not kept.
    private long[] trimmed(final long[] values) {
        return pieces < values.length / 2 ? Arrays.copyOf(values, pieces) : values;
    }
}

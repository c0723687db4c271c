package dev.bounce.model.plan;

import dev.bounce.model.plan.Eligibility.Refused;
import dev.bounce.model.wire.ScatterRuns;
import java.util.Arrays;

/// Makes one plan: packs the pairs chunk by chunk in caller order, and finds the runs of each chunk
/// while its pieces are near, in destination order where that gives fewer.
final class Planner {
    /// Runs at least this long on average are left as they are: a run is 48 bytes of a DATA, so
    /// that is at most one byte per piece, and reordering costs more than it can save.
    private static final int WELL_MERGED_PIECES = 48;

    /// Runs at least this long on average are moved whole.
    private static final int LONG_RUN_PIECES = 8;

    private final boolean ordering;
    private final Packing packing;
    private final RunBuffer callerRuns = new RunBuffer();
    private final DestinationOrder order;
    private int placed;
    private int reordered;

    private int chunks;
    private int[] endPiece = new int[16];
    private long[] regionBytes = new long[16];
    private long[] payloadBytes = new long[16];
    private ScatterRuns[] runs = new ScatterRuns[16];

    private Planner(final DescriptorPairs pairs, final PlanLimits limits, final boolean ordering) {
        this.ordering = ordering;
        packing = new Packing(pairs, limits);
        order = new DestinationOrder(packing);
    }

    /// The plan of pairs that meet the preconditions.
    ///
    /// @param ordering whether a chunk may be in destination order
    /// @throws IllegalArgumentException with the refusal, if a precondition fails
    static TransferPlan plan(
            final DescriptorPairs pairs, final PlanLimits limits, final boolean ordering) {
        require(Preconditions.ofPairs(pairs, limits));
        final Planner planner = new Planner(pairs, limits, ordering);
        while (planner.packing.advance()) {
            if (planner.chunks == limits.maxChunks()) {
                final long needed = planner.chunks + 1L + planner.packing.finish();
                require(Preconditions.ofChunks(needed, limits));
            }
            planner.addChunk();
        }
        return planner.toPlan();
    }

    private static void require(final Eligibility eligibility) {
        if (eligibility instanceof Refused refused) {
            throw new IllegalArgumentException(refused.message());
        }
    }

    /// Takes over the chunk that was packed last.
    private void addChunk() {
        if (chunks == endPiece.length) {
            endPiece = Arrays.copyOf(endPiece, 2 * chunks);
            regionBytes = Arrays.copyOf(regionBytes, 2 * chunks);
            payloadBytes = Arrays.copyOf(payloadBytes, 2 * chunks);
            runs = Arrays.copyOf(runs, 2 * chunks);
        }
        final boolean better = place();
        final long packedBytes = better ? order.packedBytes() : packing.packedBytes();
        runs[chunks] = better ? order.runs().toRuns() : callerRuns.toRuns();
        endPiece[chunks] = placed;
        regionBytes[chunks] = SealKey.OVERHEAD_BYTES + packedBytes;
        payloadBytes[chunks++] = packing.payloadBytes();
    }

    /// Brings the pieces of the chunk to their final place and finds its runs; whether that is
    /// destination order.
    private boolean place() {
        final int from = packing.firstPiece();
        final int to = packing.endPiece();
        final int at = placed;
        if (isBetterOrdered(from, to, at)) {
            placed = order.end();
            reordered++;
            return true;
        }
        if (order.isStarted()) {
            order.copy(from, to, at);
        }
        placed = at + (to - from);
        return false;
    }

    /// Whether destination order gives fewer runs; the order is placed then, else `callerRuns` are
    /// those of the chunk.
    ///
    /// Runs of caller order are counted no further than the answer needs: where there are many of
    /// them, that costs more than all the rest.
    private boolean isBetterOrdered(final int from, final int to, final int at) {
        final int fewRuns = Math.max(1, (to - from) / LONG_RUN_PIECES);
        if (!ordering) {
            return !fillCallerRuns(from, to, Integer.MAX_VALUE);
        }
        if (fillCallerRuns(from, to, fewRuns)) {
            return callerRuns.size() > Math.max(1, (to - from) / WELL_MERGED_PIECES)
                    && order.placeRuns(callerRuns, at)
                    && order.runs().size() < callerRuns.size();
        }
        if (!order.placePieces(at)) {
            return !fillCallerRuns(from, to, Integer.MAX_VALUE);
        }
        final int orderedRuns = order.runs().size();
        return orderedRuns <= fewRuns || !fillCallerRuns(from, to, orderedRuns);
    }

    private boolean fillCallerRuns(final int from, final int to, final int mostRuns) {
        return callerRuns.fill(
                packing.destination(), from, packing.offset(), packing.bytes(), from, to, mostRuns);
    }

    private TransferPlan toPlan() {
        final boolean moved = order.isStarted();
        return new TransferPlan(
                new TransferPlan.Chunks(
                        Arrays.copyOf(endPiece, chunks),
                        Arrays.copyOf(regionBytes, chunks),
                        Arrays.copyOf(payloadBytes, chunks),
                        Arrays.copyOf(runs, chunks)),
                trimmed(moved ? order.source() : packing.source()),
                trimmed(moved ? order.offset() : packing.offset()),
                trimmed(moved ? order.bytes() : packing.bytes()),
                reordered);
    }

    /// A plan lives until its last ACK, so arrays mostly unused are not kept.
    private long[] trimmed(final long[] values) {
        return placed < values.length / 2 ? Arrays.copyOf(values, placed) : values;
    }
}

package dev.bounce.model.plan;

/// Finds the runs of one chunk, in destination order where that gives fewer.
final class Planner {
    /// Runs at least this long on average are left as they are: a run is 48 bytes of a DATA, so
    /// that is at most one byte per piece, and reordering costs more than it can save.
    private static final int WELL_MERGED_PIECES = 48;

    /// Runs at least this long on average are moved whole.
    private static final int LONG_RUN_PIECES = 8;

    private final boolean ordering;
    private final PackedPieces packed;
    private final RunBuffer callerRuns = new RunBuffer();
    private final int chunk;
    private final int from;
    private final int to;
    private final int firstOffset;

    /// `null` until it is worth a try: well merged chunks, which are many, do without.
    private DestinationOrder order;

    private Planner(final PackedPieces packed, final int chunk, final boolean ordering) {
        this.packed = packed;
        this.ordering = ordering;
        this.chunk = chunk;
        from = packed.firstPiece(chunk);
        to = packed.endPiece(chunk);
        firstOffset = packed.firstOffset(chunk);
    }

    /// The pieces of a chunk. A function of its arguments alone: the same on every machine.
    ///
    /// @param ordering whether they may be in destination order
    static ChunkPieces place(final PackedPieces packed, final int chunk, final boolean ordering) {
        return new Planner(packed, chunk, ordering).place();
    }

    private ChunkPieces place() {
        if (isBetterOrdered()) {
            return new ChunkPieces(
                    order.source(),
                    order.offset(),
                    order.bytes(),
                    0,
                    0,
                    order.end(),
                    order.runs().toRuns(),
                    true);
        }
        return new ChunkPieces(
                packed.source(),
                packed.offset(),
                packed.bytes(),
                from,
                firstOffset,
                to - from,
                callerRuns.toRuns(),
                false);
    }

    /// Whether destination order gives fewer runs; the order is placed then, else `callerRuns` are
    /// those of the chunk.
    ///
    /// Runs of caller order are counted no further than the answer needs: where there are many of
    /// them, that costs more than all the rest.
    private boolean isBetterOrdered() {
        final int fewRuns = Math.max(1, (to - from) / LONG_RUN_PIECES);
        if (!ordering) {
            return !fillCallerRuns(Integer.MAX_VALUE);
        }
        if (fillCallerRuns(fewRuns)) {
            if (callerRuns.size() <= Math.max(1, (to - from) / WELL_MERGED_PIECES)) {
                return false;
            }
            order = new DestinationOrder(packed, chunk);
            return order.placeRuns(callerRuns) && order.runs().size() < callerRuns.size();
        }
        order = new DestinationOrder(packed, chunk);
        if (!order.placePieces()) {
            return !fillCallerRuns(Integer.MAX_VALUE);
        }
        final int orderedRuns = order.runs().size();
        return orderedRuns <= fewRuns || !fillCallerRuns(orderedRuns);
    }

    private boolean fillCallerRuns(final int mostRuns) {
        return callerRuns.fill(
                packed.destination(),
                from,
                packed.offset(),
                firstOffset,
                packed.bytes(),
                from,
                to,
                mostRuns);
    }
}

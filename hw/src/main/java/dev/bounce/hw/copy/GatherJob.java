package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.ChunkPieces;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.MemorySegment;

/// Gathers one chunk. A slice is a part of the region, so that neither the number nor the size of
/// the pieces matters for how well the threads share the work.
final class GatherJob implements CopyPool.Job {
    private final long copyId;
    private final TransferPlan plan;
    private final int chunk;
    private final MemorySegment region;
    private final SealKey seal;
    private final RangeTable ranges;
    private final CopyEngine.Ends ends;

    /// @param region exactly the region of the chunk
    GatherJob(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final MemorySegment region,
            final SealKey seal,
            final RangeTable ranges,
            final CopyEngine.Ends ends) {
        this.copyId = copyId;
        this.plan = plan;
        this.chunk = chunk;
        this.region = region;
        this.seal = seal;
        this.ranges = ranges;
        this.ends = ends;
    }

    @Override
    public int begin() {
        Seals.write(region, seal);
        return Slices.count(payloadBytes());
    }

    private long payloadBytes() {
        return region.byteSize() - SealKey.OVERHEAD_BYTES;
    }

    @Override
    public void run(final int slice) {
        final long start = SealKey.PAYLOAD_OFFSET + Slices.start(slice);
        final long end = SealKey.PAYLOAD_OFFSET + Slices.end(slice, payloadBytes());
        final RangeCursor sources = new RangeCursor(ranges);
        final ChunkPieces pieces = plan.pieces(chunk);
        for (int piece = firstPieceEndingAfter(pieces, start); piece < pieces.count(); piece++) {
            final long offset = pieces.regionOffset(piece);
            if (offset >= end) {
                return;
            }
            final long from = Math.max(offset, start);
            final long bytes = Math.min(offset + pieces.bytes(piece), end) - from;
            sources.read(pieces.source(piece) + (from - offset), region, from, bytes);
        }
    }

    /// Pieces of a chunk lie in its region in rising order without overlap.
    private static int firstPieceEndingAfter(final ChunkPieces pieces, final long offset) {
        int low = 0;
        int high = pieces.count();
        while (low < high) {
            final int middle = low + high >>> 1;
            if (pieces.regionOffset(middle) + pieces.bytes(middle) <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public void end(final Throwable failure) {
        HostCopyEngine.report(failure, "gather", copyId);
        ends.ended(copyId, failure == null ? CopyOutcome.DONE : CopyOutcome.FAILED);
    }
}

package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.ChunkPieces;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;

/// Gathers one chunk: an entry for each piece, several for a large one. The last launch writes the
/// seals.
final class CudaGather implements CudaCopy {
    private static final int OFFSET_UNIT = 32;
    private static final int ENTRY_WORDS = CopySlot.GATHER_ENTRY_BYTES / Long.BYTES;

    private final long copyId;
    private final TransferPlan plan;
    private final int chunk;
    private final long region;
    private final SealKey seal;
    private final RangeCursor sources;
    private final CudaEvent after;
    private ChunkPieces pieces;
    private int piece;
    private long inPiece;

    /// @param region address of the region on the device
    /// @param ranges that sources must lie in
    /// @param after what the sources wait for, `null` for nothing
    CudaGather(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final long region,
            final SealKey seal,
            final RangeTable ranges,
            final CudaEvent after) {
        this.copyId = copyId;
        this.plan = plan;
        this.chunk = chunk;
        this.region = region;
        this.seal = seal;
        sources = new RangeCursor(ranges);
        this.after = after;
    }

    @Override
    public int entryWords() {
        return ENTRY_WORDS;
    }

    @Override
    public int fill(final long[] entries, final int capacity, final int unit) {
        if (pieces == null) {
            pieces = plan.pieces(chunk); // here, because it may have to be worked out
        }
        int count = 0;
        while (piece < pieces.count() && count < capacity) {
            count = fillWhole(entries, count, capacity, unit);
            if (piece < pieces.count() && count < capacity) {
                fillNext(entries, count++, unit);
            }
        }
        return count;
    }

    /// Writes pieces as long as each is one entry and lies in the range of the one before: nearly
    /// all do, and a request has tens of thousands.
    private int fillWhole(
            final long[] entries, final int from, final int capacity, final int unit) {
        final MemoryRange range = sources.range();
        if (range == null || inPiece > 0) {
            return from;
        }
        final long base = range.base();
        final long length = range.length();
        final ChunkPieces all = pieces;
        final int end = Math.min(all.count(), piece + capacity - from);
        final int first = piece;
        int at = first;
        for (; at < end; at++) {
            final long bytes = all.bytes(at);
            final long source = all.source(at);
            final long inRange = source - base;
            if (bytes > unit || inRange < 0 || inRange > length - bytes) {
                break;
            }
            final int word = ENTRY_WORDS * (from + at - first);
            entries[word] = source;
            entries[word + 1] = offset(all.regionOffset(at)) | bytes << 32;
        }
        piece = at;
        return from + at - first;
    }

    private void fillNext(final long[] entries, final int index, final int unit) {
        final long bytes = pieces.bytes(piece);
        final long source = pieces.source(piece);
        if (inPiece == 0) {
            sources.require(source, bytes);
        }
        final long step = Math.min(bytes - inPiece, unit);
        entries[ENTRY_WORDS * index] = source + inPiece;
        entries[ENTRY_WORDS * index + 1] =
                offset(pieces.regionOffset(piece) + inPiece) | step << 32;
        inPiece += step;
        if (inPiece == bytes) {
            piece++;
            inPiece = 0;
        }
    }

    private static long offset(final long bytes) {
        if (bytes % OFFSET_UNIT != 0 || bytes / OFFSET_UNIT >= 1L << 32) {
            throw new IllegalStateException("a piece lies at offset " + bytes + " of its region");
        }
        return bytes / OFFSET_UNIT;
    }

    @Override
    public CudaEvent after() {
        return after;
    }

    @Override
    public long copyId() {
        return copyId;
    }

    @Override
    public long region() {
        return region;
    }

    @Override
    public long regionBytes() {
        return plan.regionBytes(chunk);
    }

    @Override
    public SealKey seal() {
        return seal;
    }

    @Override
    public boolean isFilled() {
        return pieces != null && piece == pieces.count();
    }

    @Override
    public boolean isSealed() {
        return isFilled();
    }

    @Override
    public String describe() {
        return "gather copy=%d of %d pieces, the first at %#x, into the region at %#x"
                .formatted(
                        copyId, plan.pieces(chunk).count(), plan.pieces(chunk).source(0), region);
    }
}

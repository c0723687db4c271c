package dev.bounce.hw.copy;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.MemorySegment;

/// Gathers one chunk: an entry for each piece, several for a large one. The last launch writes the
/// seals.
final class CudaGather implements CudaCopy {
    private static final int OFFSET_UNIT = 32;

    private final long copyId;
    private final TransferPlan plan;
    private final int chunk;
    private final long region;
    private final SealKey seal;
    private final RangeCursor sources;
    private final CudaEvent after;
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
        piece = plan.firstPiece(chunk);
    }

    @Override
    public int fill(final MemorySegment entries, final int capacity, final int unit) {
        final int endPiece = plan.endPiece(chunk);
        int count = 0;
        while (piece < endPiece && count < capacity) {
            final long bytes = plan.pieceBytes(piece);
            final long source = plan.pieceSource(piece);
            if (inPiece == 0) {
                sources.require(source, bytes);
            }
            final int step = (int) Math.min(bytes - inPiece, unit);
            final long at = (long) count * CopySlot.GATHER_ENTRY_BYTES;
            entries.set(JAVA_LONG, at, source + inPiece);
            entries.set(JAVA_INT, at + 8, offset(plan.pieceRegionOffset(piece) + inPiece));
            entries.set(JAVA_INT, at + 12, step);
            count++;
            inPiece += step;
            if (inPiece == bytes) {
                piece++;
                inPiece = 0;
            }
        }
        return count;
    }

    private static int offset(final long bytes) {
        if (bytes % OFFSET_UNIT != 0 || bytes / OFFSET_UNIT >= 1L << 32) {
            throw new IllegalStateException("a piece lies at offset " + bytes + " of its region");
        }
        return (int) (bytes / OFFSET_UNIT);
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
        return piece == plan.endPiece(chunk);
    }

    @Override
    public boolean isSealed() {
        return isFilled();
    }

    @Override
    public String describe() {
        return "gather copy=%d of %d pieces, the first at %#x, into the region at %#x"
                .formatted(
                        copyId,
                        plan.endPiece(chunk) - plan.firstPiece(chunk),
                        plan.pieceSource(plan.firstPiece(chunk)),
                        region);
    }
}

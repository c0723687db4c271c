package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;

/// Gathers one chunk: an entry for each piece, several for a large one. The last launch writes the
/// seals.
final class CudaGather implements CudaCopy {
    private static final int OFFSET_UNIT = 32;
    private static final int OFFSET_BITS = 37;

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
    public int fill(final long[] entries, final int capacity, final int unit) {
        final int endPiece = plan.endPiece(chunk);
        int next = piece;
        long done = inPiece;
        int count = 0;
        while (next < endPiece && count < capacity) {
            final long bytes = plan.pieceBytes(next);
            final long source = plan.pieceSource(next);
            if (done == 0) {
                sources.require(source, bytes);
            }
            final long step = Math.min(bytes - done, unit);
            entries[2 * count] = source + done;
            entries[2 * count + 1] = offset(plan.pieceRegionOffset(next) + done) | step << 32;
            count++;
            done += step;
            if (done == bytes) {
                next++;
                done = 0;
            }
        }
        piece = next;
        inPiece = done;
        return count;
    }

    /// In units of 32 bytes, of which 32 bits are kept.
    private static long offset(final long bytes) {
        if ((bytes & OFFSET_UNIT - 1) != 0 || bytes >>> OFFSET_BITS != 0) {
            throw new IllegalStateException("a piece lies at offset " + bytes + " of its region");
        }
        return bytes / OFFSET_UNIT;
    }

    @Override
    public int entryBytes() {
        return CopySlot.GATHER_ENTRY_BYTES;
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

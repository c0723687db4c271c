package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.ScatterRuns;

/// Scatters one region: small pieces of a run share an entry, a large piece has several. The first
/// launch checks the seals.
final class CudaScatter implements CudaCopy {
    private static final long MAX_STRIDE = (1L << 32) - 1;
    private static final int WORDS = CopySlot.SCATTER_ENTRY_BYTES / Long.BYTES;

    private final long copyId;
    private final long region;
    private final long regionBytes;
    private final ScatterRuns runs;
    private final SealKey seal;
    private final RangeTable ranges;
    private final RangeCursor destinations;
    private boolean started;
    private boolean sealed;

    // The run that is being written: where it stands, and its shape after merging.
    private int run;
    private boolean open;
    private long piece;
    private long inPiece;
    private long pieces;
    private long pieceBytes;
    private long destinationStride;
    private long regionStride;
    private long perEntry;

    /// @param region address of the region on the device
    /// @param ranges that destinations must lie in
    CudaScatter(
            final long copyId,
            final long region,
            final long regionBytes,
            final ScatterRuns runs,
            final SealKey seal,
            final RangeTable ranges) {
        this.copyId = copyId;
        this.region = region;
        this.regionBytes = regionBytes;
        this.runs = runs;
        this.seal = seal;
        this.ranges = ranges;
        destinations = new RangeCursor(ranges);
    }

    @Override
    public int fill(final long[] entries, final int capacity, final int unit) {
        sealed = !started;
        started = true;
        int count = 0;
        while (run < runs.size() && count < capacity) {
            if (!open) {
                openRun(unit);
            }
            if (piece < pieces) {
                writeEntry(entries, WORDS * count, unit);
                count++;
            }
            if (piece == pieces) {
                run++;
                open = false;
            }
        }
        return count;
    }

    private void openRun(final int unit) {
        pieces = runs.count()[run];
        pieceBytes = runs.pieceBytes()[run];
        destinationStride = runs.destinationStride()[run];
        regionStride = runs.regionStride()[run];
        piece = 0;
        inPiece = 0;
        open = true;
        if (pieces == 0 || pieceBytes == 0) {
            pieces = 0;
            return;
        }
        requireInRegion();
        requireRegistered();
        if (destinationStride == pieceBytes && regionStride == pieceBytes) {
            pieceBytes *= pieces;
            pieces = 1;
        }
        final boolean narrow =
                (destinationStride & MAX_STRIDE) == destinationStride
                        && (regionStride & MAX_STRIDE) == regionStride;
        perEntry = narrow ? Math.max(1, unit / pieceBytes) : 1;
    }

    private void requireInRegion() {
        final long first = runs.regionOffset()[run];
        final long last = Math.addExact(first, Math.multiplyExact(pieces - 1, regionStride));
        final long most = regionBytes - pieceBytes;
        if (pieces < 0
                || pieceBytes < 0
                || Math.min(first, last) < 0
                || Math.max(first, last) > most) {
            throw new IllegalStateException(
                    "run %d reads %d x %d bytes from offset %d of a region of %d"
                            .formatted(run, pieces, pieceBytes, first, regionBytes));
        }
    }

    /// Most runs lie in one range; where ranges abut, each piece is looked at.
    private void requireRegistered() {
        final long first = runs.destination()[run];
        final long last = Math.addExact(first, Math.multiplyExact(pieces - 1, destinationStride));
        final long low = Math.min(first, last);
        final long span = Math.addExact(Math.subtractExact(Math.max(first, last), low), pieceBytes);
        if (ranges.find(low, span) == null) {
            for (long each = 0; each < pieces; each++) {
                destinations.require(first + each * destinationStride, pieceBytes);
            }
        }
    }

    private void writeEntry(final long[] entries, final int at, final int unit) {
        final long bytes = Math.min(pieceBytes - inPiece, unit);
        final long group = bytes == pieceBytes ? Math.min(pieces - piece, perEntry) : 1;
        entries[at] = runs.destination()[run] + piece * destinationStride + inPiece;
        entries[at + 1] = runs.regionOffset()[run] + piece * regionStride + inPiece;
        entries[at + 2] = bytes | group << 32;
        entries[at + 3] = destinationStride & MAX_STRIDE | regionStride << 32;
        inPiece += bytes;
        if (inPiece == pieceBytes) {
            piece += group;
            inPiece = 0;
        }
    }

    @Override
    public int entryBytes() {
        return CopySlot.SCATTER_ENTRY_BYTES;
    }

    @Override
    public CudaEvent after() {
        return null;
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
        return regionBytes;
    }

    @Override
    public SealKey seal() {
        return seal;
    }

    @Override
    public boolean isFilled() {
        return run == runs.size();
    }

    @Override
    public boolean isSealed() {
        return sealed;
    }

    @Override
    public String describe() {
        return "scatter copy=%d of %d runs from the region at %#x, the first to %#x"
                .formatted(
                        copyId, runs.size(), region, runs.size() == 0 ? 0 : runs.destination()[0]);
    }
}

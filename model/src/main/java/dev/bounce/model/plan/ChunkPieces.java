package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;

/// The pieces of one chunk in the order in which they lie in its region, and how the receiver
/// scatters it. Immutable; may be shared between threads.
public final class ChunkPieces {
    private final long[] source;
    private final long[] offset;
    private final long[] bytes;
    private final int first;
    private final int firstOffset;
    private final int count;
    private final ScatterRuns runs;
    private final boolean reordered;

    /// Takes over the arrays, of which `count` entries from `first` on count.
    ///
    /// @param offset without the head of the seal
    /// @param firstOffset where those of the offsets begin
    /// @param reordered whether they stand in destination order instead of caller order
    ChunkPieces(
            final long[] source,
            final long[] offset,
            final long[] bytes,
            final int first,
            final int firstOffset,
            final int count,
            final ScatterRuns runs,
            final boolean reordered) {
        this.source = source;
        this.offset = offset;
        this.bytes = bytes;
        this.first = first;
        this.firstOffset = firstOffset;
        this.count = count;
        this.runs = runs;
        this.reordered = reordered;
    }

    /// Number of pieces, at least 1.
    public int count() {
        return count;
    }

    /// Source address of a piece.
    ///
    /// @param piece 0-based within the chunk, as in the next
    public long source(final int piece) {
        return source[first + piece];
    }

    /// Region offset of a piece, seal head included: a multiple of 32.
    public long regionOffset(final int piece) {
        return SealKey.PAYLOAD_OFFSET + offset[firstOffset + piece];
    }

    /// Bytes of a piece.
    public long bytes(final int piece) {
        return bytes[first + piece];
    }

    /// How the receiver scatters the chunk.
    public ScatterRuns runs() {
        return runs;
    }

    boolean isReordered() {
        return reordered;
    }

    /// Copies the pieces into arrays of a whole plan.
    void copyTo(final long[] sources, final long[] offsets, final long[] lengths, final int at) {
        System.arraycopy(source, first, sources, at, count);
        System.arraycopy(offset, firstOffset, offsets, at, count);
        System.arraycopy(bytes, first, lengths, at, count);
    }
}

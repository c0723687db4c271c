package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;

/// How a transfer is cut into chunks. Immutable.
public final class TransferPlan {
    private TransferPlan() {}

    /// Number of chunks, 0 if every pair is empty.
    public int chunkCount() {
        throw new UnsupportedOperationException();
    }

    /// Bytes of a chunk's region: payload with its padding, and [SealKey#OVERHEAD_BYTES].
    public long regionBytes(final int chunk) {
        throw new UnsupportedOperationException();
    }

    /// Payload bytes of one chunk, without padding and seal.
    public long payloadBytes(final int chunk) {
        throw new UnsupportedOperationException();
    }

    /// Payload bytes of all chunks, without padding and seal.
    public long payloadBytes() {
        throw new UnsupportedOperationException();
    }

    /// How the receiver scatters a chunk.
    public ScatterRuns runs(final int chunk) {
        throw new UnsupportedOperationException();
    }

    /// Pieces of a chunk are numbered from here ...
    public int firstPiece(final int chunk) {
        throw new UnsupportedOperationException();
    }

    /// ... to here, exclusive.
    public int endPiece(final int chunk) {
        throw new UnsupportedOperationException();
    }

    /// Source address of a piece.
    public long pieceSource(final int piece) {
        throw new UnsupportedOperationException();
    }

    /// Region offset of a piece, seal head included.
    public long pieceRegionOffset(final int piece) {
        throw new UnsupportedOperationException();
    }

    /// Bytes of a piece.
    public long pieceBytes(final int piece) {
        throw new UnsupportedOperationException();
    }

    /// Largest region of any chunk.
    public long maxRegionBytes() {
        throw new UnsupportedOperationException();
    }

    /// Whether a source byte lies in `[base, base + length)`.
    public boolean readsFrom(final long base, final long length) {
        throw new UnsupportedOperationException();
    }

    /// Whether both plans write a common destination byte.
    public boolean destinationsOverlap(final TransferPlan other) {
        throw new UnsupportedOperationException();
    }
}

package dev.bounce.model.plan;

import java.util.Arrays;

/// The pieces of all chunks as they were packed, in caller order. Immutable: nobody writes the
/// arrays.
///
/// @param source of each piece, its address
/// @param destination of each piece, its address
/// @param bytes of each piece
/// @param offset of each piece in the payload of its chunk, see [#firstOffset]
/// @param alike whether one list of offsets does for every chunk
/// @param endPiece per chunk, where its pieces end, exclusive
/// @param packed per chunk, payload with the padding between pieces
/// @param payload per chunk, payload without padding
record PackedPieces(
        long[] source,
        long[] destination,
        long[] bytes,
        long[] offset,
        boolean alike,
        int[] endPiece,
        long[] packed,
        long[] payload) {

    /// Packs pairs that meet the preconditions.
    ///
    /// @throws IllegalArgumentException with the refusal, if there are too many chunks
    static PackedPieces of(final DescriptorPairs pairs, final PlanLimits limits) {
        final Packing packing = new Packing(pairs, limits);
        int chunks = 0;
        int[] endPiece = new int[16];
        long[] packed = new long[16];
        long[] payload = new long[16];
        while (packing.advance()) {
            if (chunks == limits.maxChunks()) {
                final long needed = chunks + 1L + packing.finish();
                Preconditions.require(Preconditions.ofChunks(needed, limits));
            }
            if (chunks == endPiece.length) {
                endPiece = Arrays.copyOf(endPiece, 2 * chunks);
                packed = Arrays.copyOf(packed, 2 * chunks);
                payload = Arrays.copyOf(payload, 2 * chunks);
            }
            endPiece[chunks] = packing.endPiece();
            packed[chunks] = packing.packedBytes();
            payload[chunks++] = packing.payloadBytes();
        }
        return new PackedPieces(
                packing.source(),
                packing.destination(),
                packing.bytes(),
                packing.offset(),
                packing.isAlike(),
                Arrays.copyOf(endPiece, chunks),
                Arrays.copyOf(packed, chunks),
                Arrays.copyOf(payload, chunks));
    }

    int chunks() {
        return endPiece.length;
    }

    int pieces() {
        return endPiece.length == 0 ? 0 : endPiece[endPiece.length - 1];
    }

    int firstPiece(final int chunk) {
        return chunk == 0 ? 0 : endPiece[chunk - 1];
    }

    /// Where the offsets of the pieces of a chunk begin.
    int firstOffset(final int chunk) {
        return alike ? 0 : firstPiece(chunk);
    }

    int endPiece(final int chunk) {
        return endPiece[chunk];
    }

    /// What the payload of the chunk with its padding must not pass, in any order of the pieces.
    long packedBytes(final int chunk) {
        return packed[chunk];
    }
}

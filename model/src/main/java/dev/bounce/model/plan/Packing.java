package dev.bounce.model.plan;

import java.util.Arrays;

/// Packs pairs into chunks in caller order, one chunk at a time: the first half of the planner, and
/// the whole of what decides the number of chunks.
///
/// Each piece starts at a multiple of [#ALIGNMENT] in the payload of its chunk. A pair is merged
/// into the piece before it when source and destination both continue there, no padding came
/// between, and the chunk has room. Empty pairs are left out.
///
/// As long as every pair is a piece, the arrays of pieces are those of the pairs, which nobody may
/// write; they are copied before the first merge.
///
/// Where all pairs are of one length, without padding, and none continues the one before, pieces
/// lie alike in every chunk: one list of offsets does for all. Most transfers are so, and a list
/// for all of their pieces would take most of the time that it takes to pack them.
final class Packing {
    /// Payload offset of a piece is a multiple of this.
    static final int ALIGNMENT = 32;

    /// End of a chunk without pieces: the next start is 0, and nothing continues there.
    static final long EMPTY = -1;

    private final DescriptorPairs pairs;
    private final ChunkRamp ramp;
    private final int maxPieces;
    private final boolean alike;
    private final long[] offset;
    private long[] source;
    private long[] destination;
    private long[] bytes;
    private boolean owned;

    private int nextPair;
    private long leftBytes;
    private int firstPiece;
    private int endPiece;
    private int mostOfChunk;
    private long limitBytes;
    private long packedBytes;
    private long payloadBytes;

    /// Starts before the first chunk. No pair may be longer than a chunk may hold.
    Packing(final DescriptorPairs pairs, final PlanLimits limits) {
        this.pairs = pairs;
        ramp = new ChunkRamp(limits);
        maxPieces = limits.maxPieces();
        alike = pairs.isUniform() && pairs.nonEmptyCount() > 0 && pairs.bytes()[0] % ALIGNMENT == 0;
        offset = alike ? null : new long[pairs.nonEmptyCount()];
        source = pairs.source();
        destination = pairs.destination();
        bytes = pairs.bytes();
        leftBytes = pairs.totalBytes();
        if (pairs.nonEmptyCount() < pairs.size()) {
            own();
            skipEmpty();
        }
    }

    /// Packs the next chunk; false if every pair is packed.
    boolean advance() {
        if (nextPair == pairs.size()) {
            return false;
        }
        final long first = pairs.bytes()[nextPair];
        final long limit = ramp.next(leftBytes);
        limitBytes = first > limit ? ramp.grown(first) : limit;
        firstPiece = endPiece;
        packChunk();
        if (endPiece == firstPiece) {
            throw new AssertionError(
                    "pair " + nextPair + " of " + first + " bytes fits no chunk of " + limitBytes);
        }
        leftBytes -= payloadBytes;
        mostOfChunk = Math.max(mostOfChunk, endPiece - firstPiece);
        return true;
    }

    /// Packs all chunks that are left; returns how many.
    int finish() {
        int chunks = 0;
        while (advance()) {
            chunks++;
        }
        return chunks;
    }

    /// Packs one chunk from a pair on that is not empty and not longer than the limit, up to
    /// another such pair or the end.
    private void packChunk() {
        final long[] pairSource = pairs.source();
        final long[] pairDestination = pairs.destination();
        final long[] pairBytes = pairs.bytes();
        final long[] pieceOffset = offset;
        final long limit = limitBytes;
        final long mostPieces = (long) firstPiece + maxPieces;
        final int packed = packAlike();
        int piece = firstPiece + packed;
        long end = EMPTY;
        long payload = 0;
        long nextSource = 0;
        long nextDestination = 0;
        int i = nextPair + packed;
        if (packed > 0) {
            final long length = pairBytes[nextPair];
            payload = packed * length;
            end = payload;
            nextSource = pairSource[i - 1] + length;
            nextDestination = pairDestination[i - 1] + length;
        }
        for (; i < pairBytes.length; i++) {
            final long length = pairBytes[i];
            if (length == 0) {
                continue;
            }
            final long from = pairSource[i];
            final long to = pairDestination[i];
            final long start = aligned(end);
            if (start + length > limit) {
                break;
            }
            if (from == nextSource && to == nextDestination && start == end) {
                own();
                bytes[piece - 1] += length;
            } else if (piece == mostPieces) {
                break;
            } else {
                if (owned) {
                    source[piece] = from;
                    destination[piece] = to;
                    bytes[piece] = length;
                }
                pieceOffset[piece++] = start;
            }
            end = start + length;
            payload += length;
            nextSource = from + length;
            nextDestination = to + length;
        }
        nextPair = i;
        endPiece = piece;
        packedBytes = end;
        payloadBytes = payload;
    }

    /// Packs the whole of a chunk if pairs are alike.
    ///
    /// @return how many, 0 if they are not
    private int packAlike() {
        if (!alike) {
            return 0;
        }
        final long room = Math.min(limitBytes / pairs.bytes()[nextPair], maxPieces);
        return (int) Math.min(room, pairs.size() - nextPair);
    }

    private void own() {
        if (!owned) {
            owned = true;
            source = Arrays.copyOf(source, offset.length);
            destination = Arrays.copyOf(destination, offset.length);
            bytes = Arrays.copyOf(bytes, offset.length);
        }
    }

    private void skipEmpty() {
        while (nextPair < pairs.size() && pairs.bytes()[nextPair] == 0) {
            nextPair++;
        }
    }

    /// First piece of the chunk.
    int firstPiece() {
        return firstPiece;
    }

    /// End of the pieces of the chunk, exclusive.
    int endPiece() {
        return endPiece;
    }

    /// Payload of the chunk with the padding between its pieces.
    long packedBytes() {
        return packedBytes;
    }

    /// Payload of the chunk without padding.
    long payloadBytes() {
        return payloadBytes;
    }

    /// Source of each piece, to be read only.
    long[] source() {
        return source;
    }

    /// Destination of each piece, to be read only.
    long[] destination() {
        return destination;
    }

    /// Length of each piece, to be read only.
    long[] bytes() {
        return bytes;
    }

    /// Whether the pieces of every chunk lie at the offsets of those of any other.
    boolean isAlike() {
        return alike;
    }

    /// Payload offset of each piece, to be read only; if they are alike, of the pieces of one chunk
    /// with as many as any that was packed.
    long[] offset() {
        if (!alike) {
            return offset;
        }
        final long[] ofChunk = new long[mostOfChunk];
        final long length = pairs.bytes()[0];
        for (int i = 0; i < mostOfChunk; i++) {
            ofChunk[i] = i * length;
        }
        return ofChunk;
    }

    /// The next multiple of [#ALIGNMENT].
    static long aligned(final long offset) {
        return offset + (ALIGNMENT - 1) & -ALIGNMENT;
    }
}

package dev.bounce.model.plan;

import java.util.Arrays;

/// Pairs packed into chunks in caller order: the first pass of the planner, and the whole of what
/// decides the number of chunks.
///
/// Each piece starts at a multiple of [#ALIGNMENT] in the payload of its chunk. A pair is merged
/// into the piece before it when source and destination both continue there, no padding came
/// between, and the chunk has room. Empty pairs are left out.
///
/// As long as every pair is a piece, the arrays of pieces are those of the pairs, which nobody may
/// write; they are copied before the first change.
final class Packing {
    /// Payload offset of a piece is a multiple of this.
    static final int ALIGNMENT = 32;

    /// End of a chunk without pieces: the next start is 0, and nothing continues there.
    private static final long EMPTY = -1;

    private final ChunkRamp ramp;
    private final int maxPieces;
    private int chunks;
    private int[] endPiece = new int[16];
    private long[] packedBytes = new long[16];
    private long[] payloadBytes = new long[16];
    private long[] limitBytes = new long[16];

    private final long[] offset;
    private long[] source;
    private long[] destination;
    private long[] bytes;
    private boolean owned;

    private Packing(final DescriptorPairs pairs, final PlanLimits limits) {
        ramp = new ChunkRamp(limits);
        maxPieces = limits.maxPieces();
        offset = new long[pairs.nonEmptyCount()];
        source = pairs.source();
        destination = pairs.destination();
        bytes = pairs.bytes();
    }

    /// Packs pairs none of which is longer than a chunk may hold.
    static Packing of(final DescriptorPairs pairs, final PlanLimits limits) {
        final Packing packing = new Packing(pairs, limits);
        packing.pack(pairs);
        return packing;
    }

    private void pack(final DescriptorPairs pairs) {
        final long[] pairBytes = pairs.bytes();
        if (pairs.nonEmptyCount() < pairs.size()) {
            own();
        }
        long leftBytes = pairs.totalBytes();
        int pair = 0;
        while (pair < pairBytes.length && pairBytes[pair] == 0) {
            pair++;
        }
        while (pair < pairBytes.length) {
            final long limit = ramp.next(leftBytes);
            final long first = pairBytes[pair];
            pair = packChunk(pairs, pair, first > limit ? ramp.grown(first) : limit);
            leftBytes -= payloadBytes[chunks - 1];
        }
    }

    /// Packs one chunk.
    ///
    /// @param pair the first pair, not empty, at most `limit` long
    /// @return the first pair of the next chunk, not empty either; or the number of pairs
    private int packChunk(final DescriptorPairs pairs, final int pair, final long limit) {
        final long[] pairSource = pairs.source();
        final long[] pairDestination = pairs.destination();
        final long[] pairBytes = pairs.bytes();
        final long[] pieceOffset = offset;
        final long mostPieces = (long) pieces() + maxPieces;
        int piece = pieces();
        long end = EMPTY;
        long payload = 0;
        long nextSource = 0;
        long nextDestination = 0;
        int i = pair;
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
        close(piece, end, payload, limit);
        return i;
    }

    private void own() {
        if (!owned) {
            owned = true;
            source = Arrays.copyOf(source, offset.length);
            destination = Arrays.copyOf(destination, offset.length);
            bytes = Arrays.copyOf(bytes, offset.length);
        }
    }

    /// Writes `count` pieces from piece `at` on; destinations are left as they were, since runs
    /// have
    /// taken their place.
    void put(
            final int at,
            final long[] fromSource,
            final long[] fromBytes,
            final long[] fromOffset,
            final int count) {
        own();
        System.arraycopy(fromSource, 0, source, at, count);
        System.arraycopy(fromBytes, 0, bytes, at, count);
        System.arraycopy(fromOffset, 0, offset, at, count);
    }

    /// Moves pieces `[from, to)` down to piece `at`, destinations excepted.
    void move(final int at, final int from, final int to) {
        if (at != from) {
            System.arraycopy(source, from, source, at, to - from);
            System.arraycopy(bytes, from, bytes, at, to - from);
            System.arraycopy(offset, from, offset, at, to - from);
        }
    }

    private void close(final int end, final long packed, final long payload, final long limit) {
        if (chunks == endPiece.length) {
            endPiece = Arrays.copyOf(endPiece, 2 * chunks);
            packedBytes = Arrays.copyOf(packedBytes, 2 * chunks);
            payloadBytes = Arrays.copyOf(payloadBytes, 2 * chunks);
            limitBytes = Arrays.copyOf(limitBytes, 2 * chunks);
        }
        endPiece[chunks] = end;
        packedBytes[chunks] = packed;
        payloadBytes[chunks] = payload;
        limitBytes[chunks++] = limit;
    }

    /// Number of chunks.
    int chunks() {
        return chunks;
    }

    /// Number of pieces of all chunks.
    int pieces() {
        return chunks == 0 ? 0 : endPiece[chunks - 1];
    }

    /// First piece of a chunk.
    int firstPiece(final int chunk) {
        return chunk == 0 ? 0 : endPiece[chunk - 1];
    }

    /// End of the pieces of a chunk, exclusive.
    int endPiece(final int chunk) {
        return endPiece[chunk];
    }

    /// Payload of a chunk with the padding between its pieces.
    long packedBytes(final int chunk) {
        return packedBytes[chunk];
    }

    /// Payload of a chunk without padding.
    long payloadBytes(final int chunk) {
        return payloadBytes[chunk];
    }

    /// What `packedBytes` of a chunk may not pass, in any order of its pieces.
    long limitBytes(final int chunk) {
        return limitBytes[chunk];
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

    /// Payload offset of each piece, to be read only.
    long[] offset() {
        return offset;
    }

    /// The next multiple of [#ALIGNMENT].
    static long aligned(final long offset) {
        return offset + (ALIGNMENT - 1) & -ALIGNMENT;
    }
}

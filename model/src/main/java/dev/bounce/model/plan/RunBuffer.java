package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;
import java.util.Arrays;

/// Turns the pieces of one chunk, in placement order, into scatter runs. Greedy, one pass, looks
/// only at the last run:
///
/// - a run of one piece grows when the next piece continues it in both the region and the
///   destination, whatever the sizes;
/// - a run of one piece and a next piece of that size at a higher destination become a run of two,
///   and their distance is the stride from then on;
/// - a run of several takes a piece of its size that lies exactly one stride on in both;
/// - everything else opens a new run, so at worst there is one run per piece.
///
/// No run wraps around 2^64 and no stride is 2^63 or more: a receiver refuses both.
final class RunBuffer {
    /// Most chunks have few runs, and each has two buffers.
    private static final int FIRST_RUNS = 16;

    private int size;
    private long[] regionOffset = new long[FIRST_RUNS];
    private long[] destination = new long[FIRST_RUNS];
    private long[] destinationStride = new long[FIRST_RUNS];
    private long[] regionStride = new long[FIRST_RUNS];
    private long[] pieceBytes = new long[FIRST_RUNS];
    private int[] count = new int[FIRST_RUNS];
    private int[] firstPiece = new int[FIRST_RUNS];

    /// Replaces the runs by those of pieces `[from, to)`, at least one. Payload offsets rise.
    ///
    /// @param pieceDestination destination of piece `i` at `destinationAt + i - from`
    /// @param pieceOffset payload offset of piece `i` at `offsetAt + i - from`
    /// @param pieceLength length of piece `i` at `i`
    /// @param mostRuns at least 1
    /// @return false as soon as there are more than `mostRuns`; what is here then is of no use
    boolean fill(
            final long[] pieceDestination,
            final int destinationAt,
            final long[] pieceOffset,
            final int offsetAt,
            final long[] pieceLength,
            final int from,
            final int to,
            final int mostRuns) {
        size = 0;
        final int shift = destinationAt - from;
        final int offsetShift = offsetAt - from;
        int first = from;
        int pieces = 1;
        long startOffset = pieceOffset[offsetAt];
        long startDestination = pieceDestination[destinationAt];
        long length = pieceLength[from];
        long offsetStride = 0;
        long stride = 0;
        long nextOffset = startOffset + length;
        long nextDestination = startDestination + length;
        for (int i = from + 1; i < to; i++) {
            final long offset = pieceOffset[offsetShift + i];
            final long address = pieceDestination[shift + i];
            final long bytes = pieceLength[i];
            if (pieces == 1) {
                if (address == nextDestination && offset == nextOffset) {
                    length += bytes;
                    nextOffset += bytes;
                    nextDestination += bytes;
                    continue;
                }
                if (bytes == length && isAhead(startDestination, address)) {
                    pieces = 2;
                    offsetStride = offset - startOffset;
                    stride = address - startDestination;
                    nextOffset = offset + offsetStride;
                    nextDestination = address + stride;
                    continue;
                }
            } else if (address == nextDestination
                    && offset == nextOffset
                    && bytes == length
                    && isAhead(address - stride, address)) {
                pieces++;
                nextOffset += offsetStride;
                nextDestination += stride;
                continue;
            }
            add(startOffset, startDestination, stride, offsetStride, length, pieces, first);
            if (size == mostRuns) {
                return false;
            }
            first = i;
            pieces = 1;
            startOffset = offset;
            startDestination = address;
            length = bytes;
            offsetStride = 0;
            stride = 0;
            nextOffset = offset + bytes;
            nextDestination = address + bytes;
        }
        add(startOffset, startDestination, stride, offsetStride, length, pieces, first);
        return true;
    }

    /// Whether `address` is above `last` by less than 2^63.
    private static boolean isAhead(final long last, final long address) {
        return Long.compareUnsigned(address, last) > 0 && address - last > 0;
    }

    private void add(
            final long offset,
            final long address,
            final long stride,
            final long offsetStride,
            final long length,
            final int pieces,
            final int first) {
        if (size == count.length) {
            grow();
        }
        regionOffset[size] = SealKey.PAYLOAD_OFFSET + offset;
        destination[size] = address;
        destinationStride[size] = stride;
        regionStride[size] = offsetStride;
        pieceBytes[size] = length;
        count[size] = pieces;
        firstPiece[size++] = first;
    }

    private void grow() {
        final int capacity = 2 * size;
        regionOffset = Arrays.copyOf(regionOffset, capacity);
        destination = Arrays.copyOf(destination, capacity);
        destinationStride = Arrays.copyOf(destinationStride, capacity);
        regionStride = Arrays.copyOf(regionStride, capacity);
        pieceBytes = Arrays.copyOf(pieceBytes, capacity);
        count = Arrays.copyOf(count, capacity);
        firstPiece = Arrays.copyOf(firstPiece, capacity);
    }

    /// Number of runs.
    int size() {
        return size;
    }

    /// First piece of a run; its last is before the first of the next run.
    int firstPiece(final int run) {
        return firstPiece[run];
    }

    /// Address of a run's first piece.
    long destination(final int run) {
        return destination[run];
    }

    /// Address at which a run would go on.
    long nextDestination(final int run) {
        return count[run] == 1
                ? destination[run] + pieceBytes[run]
                : destination[run] + count[run] * destinationStride[run];
    }

    /// A copy of the runs.
    ScatterRuns toRuns() {
        return new ScatterRuns(
                Arrays.copyOf(regionOffset, size),
                Arrays.copyOf(destination, size),
                Arrays.copyOf(destinationStride, size),
                Arrays.copyOf(regionStride, size),
                Arrays.copyOf(pieceBytes, size),
                Arrays.copyOf(count, size));
    }
}

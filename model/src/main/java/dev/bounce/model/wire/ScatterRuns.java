package dev.bounce.model.wire;

import java.util.Arrays;

/// How one region is scattered, as parallel arrays of equal length. Piece `p` of run `i` copies
/// `pieceBytes[i]` bytes from region offset `regionOffset[i] + p * regionStride[i]` to address
/// `destination[i] + p * destinationStride[i]`, for `p` in `[0, count[i])`. A run of one piece has
/// strides 0. Addresses and lengths are unsigned 64-bit; counts are at least 1 in a valid run.
///
/// The arrays are owned by this object once it is made and must not be changed by anyone.
/// Values come from a peer unchecked: bounds are the receiver's duty (rule 12).
///
/// @param regionOffset byte offset in the region, the seal's head included
/// @param destination address of the first piece
/// @param destinationStride bytes between destinations
/// @param regionStride bytes between sources
/// @param pieceBytes bytes of each piece
/// @param count number of pieces
public record ScatterRuns(
        long[] regionOffset,
        long[] destination,
        long[] destinationStride,
        long[] regionStride,
        long[] pieceBytes,
        int[] count) {
    /// No runs.
    public static final ScatterRuns EMPTY =
            new ScatterRuns(
                    new long[0], new long[0], new long[0], new long[0], new long[0], new int[0]);

    /// Checks that all arrays have one length.
    public ScatterRuns {
        final int runs = count.length;
        if (regionOffset.length != runs
                || destination.length != runs
                || destinationStride.length != runs
                || regionStride.length != runs
                || pieceBytes.length != runs) {
            throw new IllegalArgumentException("arrays of " + runs + " runs differ in length");
        }
    }

    /// Number of runs.
    public int size() {
        return count.length;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ScatterRuns runs
                && Arrays.equals(regionOffset, runs.regionOffset)
                && Arrays.equals(destination, runs.destination)
                && Arrays.equals(destinationStride, runs.destinationStride)
                && Arrays.equals(regionStride, runs.regionStride)
                && Arrays.equals(pieceBytes, runs.pieceBytes)
                && Arrays.equals(count, runs.count);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(destination) + Arrays.hashCode(count);
    }

    @Override
    public String toString() {
        return "ScatterRuns[" + size() + " runs]";
    }
}

package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;

/// Checks runs that came from a peer before anything is scattered (rule 12). Pure; nothing in a
/// frame can make it throw.
public final class RunBounds {
    private RunBounds() {}

    /// Answer of a check.
    public enum Verdict {
        /// Every byte that is read lies in the payload, every byte that is written in registered
        /// memory, and no more bytes are copied than the payload has.
        OK,
        /// No planner makes such runs: there are none, a count or a length is below 1, a stride is
        /// negative, or the counts sum up to more pieces than a scatter may have.
        MALFORMED,
        /// A byte lies outside the payload or registered memory, the address arithmetic passes
        /// 2^64, or the pieces sum up to more bytes than the payload.
        OUT_OF_BOUNDS
    }

    /// Checks all runs of one DATA. The sums come first, so that the rest is bounded by them: the
    /// cost is that of one or two look-ups per run, and of one more for each gap between registered
    /// stretches that a strided run steps over.
    ///
    /// Pieces of a run are of one stretch of memory each; a strided run may step from one to
    /// another, since it may have been merged from descriptors of several registrations.
    ///
    /// @param runs unchecked
    /// @param regionBytes of the region granted to this chunk, seal included; not from the peer
    /// @param maxPieces most pieces of one scatter
    /// @param ranges memory that may be written
    public static Verdict check(
            final ScatterRuns runs,
            final long regionBytes,
            final long maxPieces,
            final DestinationRanges ranges) {
        final long payloadEnd = regionBytes - SealKey.SEAL_BYTES;
        final long payloadBytes = payloadEnd - SealKey.PAYLOAD_OFFSET;
        final Verdict sums = checkSums(runs, payloadBytes, maxPieces);
        if (sums != Verdict.OK) {
            return sums;
        }
        for (int run = 0; run < runs.size(); run++) {
            if (!readsPayload(runs, run, payloadEnd) || !writesRegistered(runs, run, ranges)) {
                return Verdict.OUT_OF_BOUNDS;
            }
        }
        return Verdict.OK;
    }

    private static Verdict checkSums(
            final ScatterRuns runs, final long payloadBytes, final long maxPieces) {
        long pieces = 0;
        boolean malformed = runs.size() == 0;
        for (int run = 0; run < runs.size(); run++) {
            pieces += runs.count()[run];
            malformed |=
                    runs.count()[run] < 1
                            || runs.pieceBytes()[run] < 1
                            || runs.regionStride()[run] < 0
                            || runs.destinationStride()[run] < 0;
        }
        if (malformed || pieces > maxPieces) {
            return Verdict.MALFORMED;
        }
        long left = payloadBytes;
        for (int run = 0; run < runs.size(); run++) {
            final long bytes = runs.count()[run] * runs.pieceBytes()[run];
            if (Math.multiplyHigh(runs.count()[run], runs.pieceBytes()[run]) != 0
                    || bytes < 0
                    || bytes > left) {
                return Verdict.OUT_OF_BOUNDS;
            }
            left -= bytes;
        }
        return Verdict.OK;
    }

    private static boolean readsPayload(
            final ScatterRuns runs, final int run, final long payloadEnd) {
        final long offset = runs.regionOffset()[run];
        final long last = payloadEnd - runs.pieceBytes()[run];
        if (offset < SealKey.PAYLOAD_OFFSET || offset > last) {
            return false;
        }
        final long steps = runs.count()[run] - 1;
        final long stride = runs.regionStride()[run];
        return Math.multiplyHigh(steps, stride) == 0
                && Long.compareUnsigned(steps * stride, last - offset) <= 0;
    }

    private static boolean writesRegistered(
            final ScatterRuns runs, final int run, final DestinationRanges ranges) {
        final long address = runs.destination()[run];
        final long stride = runs.destinationStride()[run];
        final long bytes = runs.pieceBytes()[run];
        final long steps = runs.count()[run] - 1;
        final long reach = steps * stride;
        if (Math.unsignedMultiplyHigh(steps, stride) != 0
                || Long.compareUnsigned(address + reach, address) < 0) {
            return false;
        }
        for (long step = 0; ; ) {
            final long piece = address + step * stride;
            final long stretch = ranges.bytesFrom(piece);
            if (Long.compareUnsigned(stretch, bytes) < 0) {
                return false;
            }
            final long toLast = address + reach - piece;
            if (Long.compareUnsigned(toLast, stretch - bytes) <= 0) {
                return true;
            }
            step += Long.divideUnsigned(stretch - bytes, stride) + 1;
        }
    }
}

package dev.bounce.hw.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.MemorySegment;

/// Compares destinations with sources, byte by byte, and canaries with what they were.
final class Verifier {
    private Verifier() {}

    /// Checks that every pair holds the bytes of its source, and that nothing outside the
    /// destination pool was written.
    ///
    /// @param what was moved, for the message
    /// @param target as it was at its last [Pool#fetch]
    /// @throws BenchException naming the first byte that is wrong
    static void check(
            final String what, final DescriptorPairs pairs, final Pool source, final Pool target)
            throws BenchException {
        for (int pair = 0; pair < pairs.size(); pair++) {
            final long from = pairs.source()[pair] - source.base();
            final long to = pairs.destination()[pair] - target.base();
            final long bytes = pairs.bytes()[pair];
            final long wrong =
                    MemorySegment.mismatch(
                            source.inside(), from, from + bytes, target.inside(), to, to + bytes);
            if (wrong >= 0) {
                throw new BenchException(
                        BenchException.MISMATCH,
                        "%s: byte %d of pair %d is wrong".formatted(what, wrong, pair));
            }
        }
        final long guard = target.brokenGuard();
        if (guard != 0) {
            throw new BenchException(
                    BenchException.MISMATCH,
                    "%s: byte %d, outside the pool, was written".formatted(what, guard));
        }
    }

    /// Checks that the bytes between destinations that lie `gapBytes` apart are canaries.
    ///
    /// @param pairs in rising order of their destinations
    /// @throws BenchException naming the first byte that was written
    static void checkGaps(
            final String what, final DescriptorPairs pairs, final Pool target, final long gapBytes)
            throws BenchException {
        for (int pair = 0; pair < pairs.size(); pair++) {
            final long gap = pairs.destination()[pair] - target.base() + pairs.bytes()[pair];
            for (long at = gap; at < gap + gapBytes; at++) {
                if (target.inside().get(JAVA_BYTE, at) != Pool.CANARY) {
                    throw new BenchException(
                            BenchException.MISMATCH,
                            "%s: canary %d behind pair %d was written"
                                    .formatted(what, at - gap, pair));
                }
            }
        }
    }
}

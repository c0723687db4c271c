package dev.bounce.hw.bench;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.Arrays;

/// Transfers that are made from the one of a workload, alike at both ends.
final class Transfers {
    /// Bytes of canaries behind each destination of the first, unmeasured transfers. The pools of a
    /// workload are dense, so that the measured ones have canaries at both ends only.
    static final long GAP_BYTES = 64;

    private Transfers() {}

    /// One pair as long as all of them.
    static DescriptorPairs contiguous(final DescriptorPairs pairs, final long destination) {
        return new DescriptorPairs(
                new long[] {Arrays.stream(pairs.source()).min().orElseThrow()},
                new long[] {destination},
                new long[] {pairs.totalBytes()},
                new int[] {0},
                new int[] {0});
    }

    /// The first of them, at most so many.
    static DescriptorPairs sampled(final DescriptorPairs pairs, final int most) {
        return pairs.size() <= most
                ? pairs
                : new DescriptorPairs(
                        Arrays.copyOf(pairs.source(), most),
                        Arrays.copyOf(pairs.destination(), most),
                        Arrays.copyOf(pairs.bytes(), most),
                        pairs.sourceDevice(),
                        pairs.destinationDevice());
    }

    /// What a transfer in that mode moves.
    ///
    /// @param contiguousBase where a contiguous transfer goes
    /// @param directSample most pairs of a direct transfer
    static DescriptorPairs moved(
            final Mode mode,
            final DescriptorPairs pairs,
            final long contiguousBase,
            final int directSample) {
        return switch (mode) {
            case BOUNCE -> pairs;
            case DIRECT -> sampled(pairs, directSample);
            case CONTIGUOUS -> contiguous(pairs, contiguousBase);
        };
    }

    /// Bytes of a pool for [#spread].
    static long spreadBytes(final DescriptorPairs pairs) {
        return pairs.totalBytes() + GAP_BYTES * pairs.size();
    }

    /// The same sources, the destinations in order with canaries between them.
    static DescriptorPairs spread(final DescriptorPairs pairs, final long poolBase) {
        final long[] destination = new long[pairs.size()];
        long at = poolBase;
        for (int pair = 0; pair < pairs.size(); pair++) {
            destination[pair] = at;
            at += pairs.bytes()[pair] + GAP_BYTES;
        }
        return new DescriptorPairs(
                pairs.source(),
                destination,
                pairs.bytes(),
                pairs.sourceDevice(),
                pairs.destinationDevice());
    }
}

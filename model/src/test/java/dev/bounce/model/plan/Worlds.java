package dev.bounce.model.plan;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Generators of descriptor lists and limits.
final class Worlds {
    private static final long FAR = 1L << 44;

    private Worlds() {}

    /// How the pairs of a fragment follow each other.
    private enum Shape {
        /// Both sides continue.
        CONTIGUOUS,
        /// The destination continues, the source steps back.
        SCATTERED_SOURCE,
        /// The source continues, the destination steps ahead.
        STRIDED,
        /// The destination continues backwards, as the source does.
        BACKWARDS,
        /// Neighbours on both sides, in an order that jumps about.
        SHUFFLED,
        /// No bytes.
        EMPTY
    }

    /// Pairs of one shape and size.
    ///
    /// @param region which part of the address space the fragment starts in
    /// @param gap bytes of a step beyond the length
    private record Fragment(Shape shape, int region, int count, long bytes, int gap) {}

    /// Lists of up to a few dozen pairs. Destinations may overlap.
    static Arbitrary<DescriptorPairs> pairs() {
        final Arbitrary<Fragment> fragment =
                Combinators.combine(
                                Arbitraries.of(Shape.class),
                                Arbitraries.integers().between(0, 3),
                                Arbitraries.integers().between(1, 12),
                                Arbitraries.frequencyOf(
                                        Tuple.of(
                                                8,
                                                Arbitraries.of(
                                                        1L, 7L, 16L, 20L, 32L, 64L, 100L, 256L)),
                                        Tuple.of(3, Arbitraries.longs().between(1, 700)),
                                        Tuple.of(1, Arbitraries.of(5L << 30, 1L << 33))),
                                Arbitraries.of(0, 1, 32, 64, 100))
                        .as(Fragment::new);
        return fragment.list().ofMaxSize(6).map(Worlds::toPairs);
    }

    /// Limits from the smallest to far beyond the lists of [#pairs].
    static Arbitrary<PlanLimits> limits() {
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(2, Arbitraries.longs().between(49, 400)),
                                Tuple.of(4, Arbitraries.longs().between(700, 5_000)),
                                Tuple.of(2, Arbitraries.longs().between(1L << 33, 1L << 36))),
                        Arbitraries.frequencyOf(
                                Tuple.of(3, Arbitraries.longs().between(49, 1_000)),
                                Tuple.of(2, Arbitraries.longs().between(1_000, 1L << 36))),
                        Arbitraries.of(1, 3, 10, 65_536),
                        Arbitraries.of(1, 2, 5, 40, 1_048_576))
                .as(PlanLimits::new);
    }

    private static DescriptorPairs toPairs(final List<Fragment> fragments) {
        final PairList list = new PairList();
        final long[] next = {0x1000, Long.MIN_VALUE - 300, -FAR, 0x1000};
        for (final Fragment fragment : fragments) {
            final int at = fragment.region;
            final long step = fragment.bytes + fragment.gap;
            for (int i = 0; i < fragment.count; i++) {
                final long from = next[at] + 9;
                final long to = next[at];
                final long bytes = fragment.bytes;
                final int back = fragment.count - 1 - i;
                final int jump = i * 7 % 13;
                switch (fragment.shape) {
                    case CONTIGUOUS -> list.add(from + bytes * i, to + bytes * i, bytes);
                    case SCATTERED_SOURCE -> list.add(from + step * back, to + bytes * i, bytes);
                    case STRIDED -> list.add(from + bytes * i, to + step * i, bytes);
                    case BACKWARDS -> list.add(from + bytes * back, to + bytes * back, bytes);
                    case SHUFFLED -> list.add(from + step * jump, to + bytes * jump, bytes);
                    case EMPTY -> list.add(from, to, 0);
                }
            }
            // Fragment 3 stays where 0 was, so that destinations overlap now and then.
            next[at] += fragment.shape == Shape.EMPTY || at == 3 ? 0 : step * 13;
        }
        return list.pairs();
    }
}

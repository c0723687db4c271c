package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.List;

/// Every cut of a small world: chunks of 3 units against chunks of 2, bases 0 to 5 on each side,
/// lengths 1 to 12, every offset, device and host memory on either side. The source is two regions
/// that abut, the first of which ends inside a chunk; addresses of the destination lie around the
/// middle of the address space, where signed and unsigned order part.
final class SmallWorldE7 {
    private static final int UNITS = 16;
    private static final int FIRST_UNITS = 7;
    private static final int BASES = 6;
    private static final int LONGEST = 12;
    private static final long DESTINATION_ORIGIN = Long.MIN_VALUE - 8;

    private SmallWorldE7() {}

    /// Visits all of it.
    ///
    /// @return number of pairs cut
    /// @throws AssertionError naming the first law that is broken
    static int explore() {
        exploreUnknown();
        int visited = 0;
        for (int from = 0; from < BASES; from++) {
            for (int to = 0; to < BASES; to++) {
                visited += explore(from, DESTINATION_ORIGIN + to);
            }
        }
        return visited;
    }

    /// Stretches of single units, backwards, of which the first ones or all are unknown.
    private static void exploreUnknown() {
        final TransferSide[] sides = {
            TransferSide.device(Cuts.map(3, 4, 2)),
            TransferSide.device(Cuts.map(50, 4, 0)),
            TransferSide.device(Cuts.map(0, 8, 0))
        };
        for (int length = 1; length <= 8; length++) {
            for (final TransferSide source : sides) {
                for (final TransferSide destination : sides) {
                    new SplitterLaws(units(0, 0, length), source, destination).check();
                }
            }
        }
    }

    private static int explore(final long from, final long to) {
        final RegionMap source =
                Cuts.map(from, FIRST_UNITS, 3, from + FIRST_UNITS, UNITS - FIRST_UNITS, 3);
        final RegionMap destination = Cuts.map(to, UNITS, 2);
        // The base of a region in host memory is nothing that a cut looks at: one is enough.
        final List<TransferSide> sources =
                from == 0
                        ? List.of(TransferSide.device(source), TransferSide.host())
                        : List.of(TransferSide.device(source));
        final List<TransferSide> destinations =
                to == DESTINATION_ORIGIN
                        ? List.of(TransferSide.device(destination), TransferSide.host())
                        : List.of(TransferSide.device(destination));
        int visited = 0;
        for (int length = 1; length <= LONGEST; length++) {
            for (int a = 0; a + length <= UNITS; a++) {
                for (int b = 0; b + length <= UNITS; b++) {
                    for (final TransferSide first : sources) {
                        for (final TransferSide second : destinations) {
                            visit(first, second, from + a, to + b, length);
                            visited++;
                        }
                    }
                }
            }
        }
        return visited;
    }

    private static void visit(
            final TransferSide source,
            final TransferSide destination,
            final long from,
            final long to,
            final int length) {
        final DescriptorPairs whole = Cuts.pairs(from, to, length);
        final SplitterLaws laws = new SplitterLaws(whole, source, destination);
        laws.check();
        final long stretches = laws.stretches(0);
        final DescriptorPairs cut = DescriptorSplitter.split(whole, source, destination);
        require(cut.size() == stretches, "V3 exact", stretches, cut.size());
        if (source.limits().size() == 0 || destination.limits().size() == 0) {
            return;
        }
        // The same bytes one by one from the back: joining has to find the same pieces.
        final DescriptorPairs joined =
                DescriptorCoalescer.coalesce(units(from, to, length), source, destination);
        require(joined.equals(cut), "V4 exact", cut.size(), joined.size());
    }

    private static DescriptorPairs units(final long from, final long to, final int length) {
        final long[] words = new long[3 * length];
        for (int unit = 0; unit < length; unit++) {
            final int at = 3 * (length - 1 - unit);
            words[at] = from + unit;
            words[at + 1] = to + unit;
            words[at + 2] = 1;
        }
        return Cuts.pairs(words);
    }

    private static void require(
            final boolean holds, final String law, final long expected, final long found) {
        if (!holds) {
            throw new AssertionError(law + ": " + expected + " pieces expected, " + found);
        }
    }
}

package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/// Laws V1 to V5 for regions with gaps between them and pairs that may leave them.
class DescriptorLawsPropertyTest {
    private static final int WORLD = 48;

    /// A region behind a gap.
    record Shape(int gap, int bytes, int chunk) {}

    /// A pair, counted from the origin of each side.
    record Pair(int from, int to, int bytes) {}

    /// Both sides and what is moved.
    record World(TransferSide source, TransferSide destination, DescriptorPairs pairs) {}

    @Provide
    Arbitrary<World> worlds() {
        final Arbitrary<Pair> pair =
                Combinators.combine(
                                Arbitraries.integers().between(0, WORLD),
                                Arbitraries.integers().between(0, WORLD),
                                Arbitraries.integers().between(0, 14))
                        .as(Pair::new);
        final Arbitrary<Long> origins = Arbitraries.of(0L, Long.MIN_VALUE - WORLD / 2, -200L);
        return Combinators.combine(origins, origins, shapes(), shapes(), pair.list().ofMaxSize(6))
                .flatAs(
                        (from, to, first, second, pairs) ->
                                Combinators.combine(side(from, first), side(to, second))
                                        .as((a, b) -> new World(a, b, listed(from, to, pairs))));
    }

    private static Arbitrary<List<Shape>> shapes() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(0, 6))
                .as((gap, bytes, chunk) -> new Shape(gap, bytes, Math.min(chunk, bytes)))
                .list()
                .ofMaxSize(5);
    }

    private static Arbitrary<TransferSide> side(final long origin, final List<Shape> shapes) {
        final List<RegisteredRegion> regions = new ArrayList<>();
        long at = origin;
        for (final Shape shape : shapes) {
            at += shape.gap;
            regions.add(new RegisteredRegion(at, shape.bytes, shape.chunk));
            at += shape.bytes;
        }
        final TransferSide device = TransferSide.device(RegionMap.of(regions));
        return Arbitraries.of(device, device, device, TransferSide.host());
    }

    private static DescriptorPairs listed(final long from, final long to, final List<Pair> pairs) {
        final long[] words = new long[3 * pairs.size()];
        for (int index = 0; index < pairs.size(); index++) {
            words[3 * index] = from + pairs.get(index).from;
            words[3 * index + 1] = to + pairs.get(index).to;
            words[3 * index + 2] = pairs.get(index).bytes;
        }
        return Cuts.pairs(words);
    }

    @Property(
            seed = "6",
            tries = 3_000,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void piecesShouldObeyTheLaws(@ForAll("worlds") final World world) {
        new SplitterLaws(world.pairs, world.source, world.destination).check();
    }

    @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void piecesShouldObeyTheLawsForFreshSeeds(@ForAll("worlds") final World world) {
        new SplitterLaws(world.pairs, world.source, world.destination).check();
    }

    /// The laws see a list that was cut for other regions.
    @Example
    void lawsShouldBeAbleToFail() {
        final RegionMap chunks = Cuts.map(0, 12, 3);
        final DescriptorPairs uncut = Cuts.pairs(1, 100, 4);
        final SplitterLaws laws =
                new SplitterLaws(uncut, TransferSide.device(chunks), TransferSide.host());
        laws.check();
        assertEquals(2, laws.stretches(0));
        final AssertionError broken =
                assertThrows(
                        AssertionError.class,
                        () ->
                                laws.checkPieces(
                                        DescriptorSplitter.split(
                                                uncut, TransferSide.host(), TransferSide.host())));
        assertTrue(broken.getMessage().startsWith("V1"), broken.getMessage());
    }
}

package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.plan.Eligibility.Admitted;
import dev.bounce.model.plan.RunBounds.Verdict;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.statistics.Statistics;

class TransferPlanPropertyTest {
    @Provide
    Arbitrary<DescriptorPairs> pairs() {
        return Worlds.pairs();
    }

    @Provide
    Arbitrary<PlanLimits> limits() {
        return Worlds.limits();
    }

    private static TransferPlan plan(final DescriptorPairs pairs, final PlanLimits limits) {
        Assume.that(Eligibility.ofPlan(pairs, limits) instanceof Admitted);
        return TransferPlan.of(pairs, limits);
    }

    private static PlanStatistics statistics(final DescriptorPairs pairs, final PlanLimits limits) {
        Assume.that(Eligibility.ofPlan(pairs, limits) instanceof Admitted);
        return PlanStatistics.of(pairs, limits);
    }

    @Property(seed = "1", tries = 3_000)
    void planShouldCopyExactlyTheGivenBytesWithinItsLimits(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        final TransferPlan plan = plan(pairs, limits);
        assertNull(PlanCheck.violation(pairs, limits, plan));
        final PlanStatistics statistics = PlanStatistics.of(pairs, limits);
        Statistics.label("reordered")
                .collect(statistics.reorderedChunks() > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 5));
        Statistics.label("several chunks")
                .collect(statistics.chunks() > 1)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 5));
    }

    @Property(tries = 200)
    void planShouldDoSoForFreshLists(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        assertNull(PlanCheck.violation(pairs, limits, plan(pairs, limits)));
    }

    @Property(seed = "2", tries = 1_000)
    void orderingShouldNeverAddRuns(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        final PlanStatistics statistics = statistics(pairs, limits);
        if (statistics.reorderedChunks() == 0) {
            assertEquals(statistics.callerOrderRuns(), statistics.runs());
        } else {
            assertTrue(statistics.runs() < statistics.callerOrderRuns());
        }
    }

    @Property(seed = "3", tries = 1_000)
    void everyNeighbourShouldHaveOneReason(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        final PlanStatistics statistics = statistics(pairs, limits);
        assertEquals(
                Math.max(0, statistics.pieces() - 1),
                statistics.chunkEdges()
                        + statistics.sourceGaps()
                        + statistics.destinationGaps()
                        + statistics.gapsOnBothSides()
                        + statistics.paddedNeighbours());
        assertEquals(
                statistics.descriptors(),
                statistics.pieces() + statistics.merges() + statistics.emptyDescriptors());
    }

    @Property(seed = "4", tries = 500)
    void samePairsShouldGiveTheSamePlan(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        final TransferPlan one = plan(pairs, limits);
        final TransferPlan other = plan(pairs, limits);
        assertEquals(one.chunkCount(), other.chunkCount());
        assertEquals(one.pieceCount(), other.pieceCount());
        for (int chunk = 0; chunk < one.chunkCount(); chunk++) {
            assertEquals(one.runs(chunk), other.runs(chunk));
            assertEquals(one.regionBytes(chunk), other.regionBytes(chunk));
        }
        for (int piece = 0; piece < one.pieceCount(); piece++) {
            assertEquals(one.pieceSource(piece), other.pieceSource(piece));
        }
    }

    @Property(seed = "5", tries = 1_000)
    void runsOfAPlanShouldPassTheReceiversCheck(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        final TransferPlan plan = plan(pairs, limits);
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            assertEquals(
                    Verdict.OK,
                    RunBounds.check(
                            plan.runs(chunk),
                            plan.regionBytes(chunk),
                            limits.maxPieces(),
                            address -> destinationBytesFrom(pairs, address)));
        }
    }

    @Property(seed = "6", tries = 1_000)
    void rangesShouldAgreeWithAScanOfThePairs(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits,
            @ForAll @LongRange(min = -400, max = 400) final long shift,
            @ForAll @LongRange(min = 0, max = 300) final long length) {
        final TransferPlan plan = plan(pairs, limits);
        for (int i = 0; i < pairs.size(); i++) {
            final long source = pairs.source()[i] + shift;
            final long target = pairs.destination()[i] + shift;
            assertEquals(
                    touches(pairs.source(), pairs.bytes(), source, length),
                    plan.readsFrom(source, length));
            assertEquals(
                    touches(pairs.destination(), pairs.bytes(), target, length),
                    plan.writesTo(target, length));
        }
    }

    @Property(seed = "7", tries = 1_000)
    void overlapOfTwoPlansShouldAgreeWithAScanOfThePairs(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("pairs") final DescriptorPairs others,
            @ForAll("limits") final PlanLimits limits) {
        final TransferPlan plan = plan(pairs, limits);
        final TransferPlan other = plan(others, limits);
        boolean expected = false;
        for (int i = 0; i < others.size(); i++) {
            expected |=
                    touches(
                            pairs.destination(),
                            pairs.bytes(),
                            others.destination()[i],
                            others.bytes()[i]);
        }
        assertEquals(expected, plan.destinationsOverlap(other));
        assertEquals(expected, other.destinationsOverlap(plan));
        Statistics.collect(expected);
    }

    @Property(seed = "8", tries = 1_000)
    void overlappingDestinationShouldAgreeWithAScanOfAllCouples(
            @ForAll("pairs") final DescriptorPairs pairs) {
        final DescriptorPairs.Overlap overlap = pairs.overlappingDestination();
        boolean expected = false;
        for (int i = 0; i < pairs.size(); i++) {
            for (int k = 0; k < i; k++) {
                expected |= share(pairs, i, k);
            }
        }
        assertEquals(expected, overlap != null);
        assertTrue(overlap == null || share(pairs, overlap.first(), overlap.second()));
        Statistics.collect(expected);
    }

    private static boolean share(final DescriptorPairs pairs, final int one, final int other) {
        final long[] only = {pairs.destination()[other]};
        final long[] bytes = {pairs.bytes()[other]};
        return touches(only, bytes, pairs.destination()[one], pairs.bytes()[one]);
    }

    /// Of two non-empty intervals that do not wrap, one starts in the other if they meet.
    private static boolean touches(
            final long[] address, final long[] bytes, final long base, final long length) {
        for (int i = 0; i < address.length; i++) {
            if (bytes[i] != 0
                    && length != 0
                    && (Long.compareUnsigned(base - address[i], bytes[i]) < 0
                            || Long.compareUnsigned(address[i] - base, length) < 0)) {
                return true;
            }
        }
        return false;
    }

    private static long destinationBytesFrom(final DescriptorPairs pairs, final long address) {
        long end = address;
        boolean further = true;
        while (further) {
            further = false;
            for (int i = 0; i < pairs.size(); i++) {
                final long into = end - pairs.destination()[i];
                if (Long.compareUnsigned(into, pairs.bytes()[i]) < 0) {
                    end = pairs.destination()[i] + pairs.bytes()[i];
                    further = true;
                }
            }
        }
        return end - address;
    }
}

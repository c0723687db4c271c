package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DestinationOrderTest {
    private static final PlanLimits WIDE = new PlanLimits(1 << 20, 1 << 20, 65_536, 1_048_576);

    private static TransferPlan plan(final DescriptorPairs pairs, final PlanLimits limits) {
        final TransferPlan plan = TransferPlan.of(pairs, limits);
        assertNull(PlanCheck.violation(pairs, limits, plan));
        return plan;
    }

    @Test
    void shouldOrderByDestinationWhenThatMergesRuns() {
        final DescriptorPairs pairs =
                new PairList()
                        .add(0x1000, 0x9040, 32)
                        .add(0x2000, 0x9020, 32)
                        .add(0x3000, 0x9000, 32)
                        .pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertEquals(1, plan.runs(0).size());
        assertEquals(0x3000, plan.pieceSource(0));
        assertEquals(0x2000, plan.pieceSource(1));
        assertEquals(0x1000, plan.pieceSource(2));
        assertEquals(1, statistics(pairs, WIDE).reorderedChunks());
        assertEquals(3, statistics(pairs, WIDE).callerOrderRuns());
    }

    @Test
    void shouldMergePiecesThatContinueOnBothSidesOnceOrdered() {
        final DescriptorPairs pairs =
                new PairList()
                        .add(0x1040, 0x9040, 32)
                        .add(0x1020, 0x9020, 32)
                        .add(0x1000, 0x9000, 32)
                        .pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertEquals(1, plan.pieceCount());
        assertEquals(96, plan.pieceBytes(0));
        assertEquals(2, statistics(pairs, WIDE).merges());
    }

    @Test
    void shouldMoveLaterChunksDownAfterSuchAMerge() {
        final PairList list =
                new PairList()
                        .add(0x1020, 0x9020, 32)
                        .add(0x1000, 0x9000, 32)
                        .add(0x5000, 0xA000, 64)
                        .add(0x6020, 0xB020, 32)
                        .add(0x6000, 0xB000, 32);
        final DescriptorPairs pairs = list.pairs();
        final TransferPlan plan = plan(pairs, new PlanLimits(112, 112, 10, 1_024));
        assertEquals(3, plan.chunkCount());
        assertEquals(3, plan.pieceCount());
        assertEquals(0x5000, plan.pieceSource(1));
        assertEquals(0x6000, plan.pieceSource(2));
        assertEquals(2, statistics(pairs, new PlanLimits(112, 112, 10, 1_024)).reorderedChunks());
    }

    @Test
    void shouldKeepCallerOrderWhenItIsNoWorse() {
        final DescriptorPairs pairs =
                new PairList().add(0x1000, 0x9100, 32).add(0x2000, 0x9000, 16).pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertEquals(0x1000, plan.pieceSource(0));
        assertEquals(2, plan.runs(0).size());
        assertEquals(0, statistics(pairs, WIDE).reorderedChunks());
    }

    @Test
    void shouldKeepStridesThatDestinationOrderWouldBreak() {
        final PairList list = new PairList();
        final int[] shift = {3, 0, 7, 1};
        for (int block = 0; block < 4; block++) {
            for (int layer = 0; layer < 3; layer++) {
                list.add(
                        4096L * (3 * block + layer),
                        0x100000 + 4096L * layer + 512L * shift[block],
                        256);
            }
        }
        final DescriptorPairs pairs = list.pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertArrayEquals(new int[] {3, 3, 3, 3}, plan.runs(0).count());
        assertEquals(0, statistics(pairs, WIDE).reorderedChunks());
    }

    @Test
    void shouldMoveLongRunsWhole() {
        final PairList list = new PairList();
        for (int i = 0; i < 10; i++) {
            list.add(0x1000 + 0x100 * i, 0x9140 + 32 * i, 32);
        }
        for (int i = 0; i < 10; i++) {
            list.add(0x8000 + 0x100 * i, 0x9000 + 32 * i, 32);
        }
        final TransferPlan plan = plan(list.pairs(), WIDE);
        assertEquals(1, plan.runs(0).size());
        assertEquals(0x8000, plan.pieceSource(0));
        assertEquals(0x1000, plan.pieceSource(10));
    }

    @Test
    void shouldKeepCallerOrderWhenNoLongRunJoinsAnother() {
        final PairList list = new PairList();
        for (int run = 3; run >= 0; run--) {
            for (int i = 0; i < 10; i++) {
                list.add(0x10000 * run + 0x100 * i, 0x90000 + 0x1000 * run + 32 * i, 32);
            }
        }
        final TransferPlan plan = plan(list.pairs(), WIDE);
        assertEquals(4, plan.runs(0).size());
        assertEquals(0x30000, plan.pieceSource(0));
        assertEquals(0, plan.reorderedChunks());
    }

    @Test
    void shouldCountCallerRunsToTheEndWhenOrderedOnesAreMany() {
        // 40 pieces in 20 runs of two either way: destination order breaks the pairs of every
        // other.
        final PairList list = new PairList();
        for (int i = 19; i >= 0; i--) {
            list.add(0x1000 * i, 0x100000 + 0x1000 * i, 32);
            list.add(0x1000 * i + 0x800, 0x100800 + 0x1000 * i + 32 * i, 32);
        }
        final TransferPlan plan = plan(list.pairs(), WIDE);
        assertEquals(20, plan.runs(0).size());
        assertEquals(0, plan.reorderedChunks());
        assertEquals(0x1000 * 19, plan.pieceSource(0));
    }

    @Test
    void shouldKeepCallerOrderOfEqualDestinations() {
        final DescriptorPairs pairs =
                new PairList()
                        .add(0x1000, 0x9020, 32)
                        .add(0x2000, 0x9020, 32)
                        .add(0x3000, 0x9000, 32)
                        .pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertEquals(1, statistics(pairs, WIDE).reorderedChunks());
        assertEquals(0x3000, plan.pieceSource(0));
        assertEquals(0x1000, plan.pieceSource(1));
        assertEquals(0x2000, plan.pieceSource(2));
    }

    @Test
    void shouldKeepCallerOrderWhenPaddingWouldNeedALargerRegion() {
        final PairList last =
                new PairList()
                        .add(0x1000, 0x90A0, 32)
                        .add(0x2000, 0x9080, 32)
                        .add(0x3000, 0x9060, 32)
                        .add(0x4000, 0x9000, 36);
        final PlanLimits limits = new PlanLimits(208, 208, 10, 1_024);
        assertEquals(4, plan(last.pairs(), limits).runs(0).size());
        assertEquals(180, plan(last.pairs(), limits).regionBytes(0));
        final PairList first =
                new PairList()
                        .add(0x4000, 0x9000, 36)
                        .add(0x1000, 0x90A0, 32)
                        .add(0x2000, 0x9080, 32)
                        .add(0x3000, 0x9060, 32);
        assertEquals(2, plan(first.pairs(), limits).runs(0).size());
        assertEquals(208, plan(first.pairs(), limits).regionBytes(0));
    }

    @Test
    void shouldKeepCallerOrderWhenDestinationsAreTooFarApartToSort() {
        final DescriptorPairs pairs =
                new PairList()
                        .add(0x1000, 0x9021, 32)
                        .add(0x2000, 0x9001, 32)
                        .add(0x3000, -0x1000, 32)
                        .pairs();
        assertEquals(3, plan(pairs, WIDE).runs(0).size());
    }

    @Test
    void shouldOrderAddressesAsUnsigned() {
        final long middle = Long.MIN_VALUE;
        final DescriptorPairs pairs =
                new PairList()
                        .add(0x1000, middle, 32)
                        .add(0x2000, middle - 32, 32)
                        .add(0x3000, middle + 32, 32)
                        .pairs();
        final TransferPlan plan = plan(pairs, WIDE);
        assertEquals(1, plan.runs(0).size());
        assertEquals(middle - 32, plan.runs(0).destination()[0]);
    }

    @Test
    void shouldLeaveTheHeadlineLayoutAloneAndSortTheOneByLayer() {
        final PlanStatistics headline = statistics(Layouts.headline());
        assertEquals(0, headline.reorderedChunks());
        assertEquals(261, headline.runs());
        final PlanStatistics byLayer = statistics(Layouts.byLayer());
        assertEquals(6, byLayer.reorderedChunks());
        assertTrue(byLayer.runs() * 4 < byLayer.callerOrderRuns());
        assertEquals(6, statistics(Layouts.sorted()).runs());
    }

    @Test
    void shouldSortAllOfALayerOrderedRequestIntoOneRunPerBlock() {
        final PlanLimits oneChunk = new PlanLimits(1L << 28, 1L << 28, 65_536, 1_048_576);
        final PlanStatistics statistics = statistics(Layouts.byLayer(), oneChunk);
        assertEquals(1, statistics.chunks());
        assertEquals(1, statistics.runs());
        assertTrue(statistics.callerOrderRuns() > 11_000);
    }

    private static PlanStatistics statistics(final DescriptorPairs pairs) {
        return statistics(pairs, Layouts.DEFAULT_LIMITS);
    }

    private static PlanStatistics statistics(final DescriptorPairs pairs, final PlanLimits limits) {
        plan(pairs, limits);
        return PlanStatistics.of(pairs, limits);
    }

    @Test
    void shouldSortPackedKeysOfAnyWidth() {
        final Random random = new Random(5);
        for (int keyBits = 1; keyBits <= 50; keyBits++) {
            for (final int size : new int[] {1, 2, 255, 256, 1_000}) {
                final int indexBits = 10;
                final long[] packed = new long[size];
                for (int i = 0; i < size; i++) {
                    packed[i] = random.nextLong() >>> 64 - keyBits << indexBits | i;
                }
                final long[] expected = packed.clone();
                Arrays.sort(expected);
                assertArrayEquals(
                        expected,
                        PackedSort.sort(packed, new long[size], size, indexBits, keyBits));
            }
        }
    }
}

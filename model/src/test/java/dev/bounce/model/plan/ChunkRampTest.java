package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChunkRampTest {
    private static final long MIB = 1L << 20;

    /// Pieces of 4 KiB, apart from each other on both sides.
    private static long[] regions(final int pieces, final PlanLimits limits) {
        final PairList list = new PairList();
        for (int i = 0; i < pieces; i++) {
            list.add(16_384L * i, (1L << 40) + 8_192L * i, 4_096);
        }
        final DescriptorPairs pairs = list.pairs();
        final TransferPlan plan = TransferPlan.of(pairs, limits);
        assertNull(PlanCheck.violation(pairs, limits, plan));
        final long[] regions = new long[plan.chunkCount()];
        for (int chunk = 0; chunk < regions.length; chunk++) {
            regions[chunk] = plan.regionBytes(chunk);
        }
        return regions;
    }

    /// The block a buddy allocator gives each region, in MiB.
    private static long[] blocks(final long[] regions) {
        final long[] blocks = new long[regions.length];
        for (int i = 0; i < regions.length; i++) {
            blocks[i] = Math.max(1, (Long.highestOneBit(regions[i] - 1) << 1) / MIB);
        }
        return blocks;
    }

    @Test
    void shouldRampTheHeadlineWorkloadUpAndDown() {
        final long[] regions = regions(Layouts.DESCRIPTORS, Layouts.DEFAULT_LIMITS);
        assertArrayEquals(new long[] {8, 16, 16, 16, 8, 16}, blocks(regions));
        // What 4 KiB pieces leave open in each block goes with the last chunk.
        assertEquals(2_053 * 4_096 + 48, regions[5]);
    }

    @Test
    void shouldReachTheCapWhenThereIsEnough() {
        assertArrayEquals(
                new long[] {8, 16, 32, 32, 32, 32, 16, 16, 8, 16},
                blocks(regions(51_200, Layouts.DEFAULT_LIMITS)));
    }

    @Test
    void shouldWasteNoBlockByItsSeal() {
        final long[] regions = regions(51_200, Layouts.DEFAULT_LIMITS);
        for (int chunk = 0; chunk < regions.length - 1; chunk++) {
            final long block = Long.highestOneBit(regions[chunk] - 1) << 1;
            assertTrue(regions[chunk] <= block && regions[chunk] > block - 4_096);
        }
    }

    @Test
    void shouldMakeOneChunkOfAtMostTwiceTheRamp() {
        assertEquals(1, regions(2_047, Layouts.DEFAULT_LIMITS).length);
        assertEquals(1, regions(4_095, Layouts.DEFAULT_LIMITS).length);
        assertEquals(2, regions(4_096, Layouts.DEFAULT_LIMITS).length);
    }

    @Test
    void shouldNotRampWhenTheRampIsNotBelowTheCap() {
        final PlanLimits flat = new PlanLimits(32 * MIB, 32 * MIB, 65_536, 1_048_576);
        assertArrayEquals(new long[] {32, 32, 16}, blocks(regions(Layouts.DESCRIPTORS, flat)));
        final PlanLimits more = new PlanLimits(32 * MIB, 64 * MIB, 65_536, 1_048_576);
        assertArrayEquals(new long[] {32, 32, 16}, blocks(regions(Layouts.DESCRIPTORS, more)));
    }

    @Test
    void shouldGrowAChunkForALongPairToTheBlockItNeedsAnyway() {
        final PairList list =
                new PairList()
                        .add(0, 1L << 40, 3 * MIB)
                        .add(1L << 30, 1L << 41, MIB / 2)
                        .add(1L << 31, 1L << 42, MIB);
        final DescriptorPairs pairs = list.pairs();
        final PlanLimits limits = new PlanLimits(32 * MIB, 2 * MIB, 65_536, 1_048_576);
        final TransferPlan plan = TransferPlan.of(pairs, limits);
        assertNull(PlanCheck.violation(pairs, limits, plan));
        assertEquals(2, plan.chunkCount());
        assertEquals(3 * MIB + MIB / 2 + 48, plan.regionBytes(0));
    }

    @Test
    void shouldTakeAPairOfExactlyTheCap() {
        final long cap = Layouts.DEFAULT_LIMITS.maxPayloadBytes();
        final DescriptorPairs pairs = new PairList().add(0, 0, 100).add(512, 512, cap).pairs();
        final TransferPlan plan = TransferPlan.of(pairs, Layouts.DEFAULT_LIMITS);
        assertEquals(2, plan.chunkCount());
        assertEquals(32 * MIB, plan.regionBytes(1));
        assertEquals(32 * MIB, plan.maxRegionBytes());
    }

    @Test
    void shouldKeepTheSmallestLimits() {
        final PlanLimits limits = new PlanLimits(80, 49, 65_536, 4);
        final ChunkRamp ramp = new ChunkRamp(limits);
        assertEquals(1, ramp.next(1_000));
        assertEquals(32, ramp.next(999));
        assertEquals(32, ramp.next(0));
        assertEquals(16, ramp.grown(2));
        assertEquals(32, ramp.grown(17));
    }

    @Test
    void shouldNotOverflowWithTheLargestLimits() {
        final long most = 1L << 62;
        final ChunkRamp ramp = new ChunkRamp(new PlanLimits(most, most / 2, 65_536, 4));
        assertEquals(most / 2 - 48, ramp.next(Long.MAX_VALUE));
        for (int i = 0; i < 70; i++) {
            assertEquals(most / 2 - 48, ramp.next(Long.MAX_VALUE));
        }
        assertEquals(most - 48, ramp.grown(most - 48));
    }
}

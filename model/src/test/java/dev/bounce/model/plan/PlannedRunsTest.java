package dev.bounce.model.plan;

import static dev.bounce.model.plan.CheckedPlans.cap;
import static dev.bounce.model.plan.CheckedPlans.plan;
import static dev.bounce.model.plan.CheckedPlans.statistics;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.wire.ScatterRuns;
import org.junit.jupiter.api.Test;

/// The runs that the pieces of a chunk are scattered by: when one grows, when it strides, and when
/// the next begins. Payload caps and payload offsets are those of a region less its seal.
class PlannedRunsTest {
    private static final long GIB = 1L << 30;

    private static ScatterRuns runs(final long[]... rows) {
        final int size = rows.length;
        final ScatterRuns runs =
                new ScatterRuns(
                        new long[size],
                        new long[size],
                        new long[size],
                        new long[size],
                        new long[size],
                        new int[size]);
        for (int i = 0; i < size; i++) {
            runs.regionOffset()[i] = SealKey.PAYLOAD_OFFSET + rows[i][0];
            runs.destination()[i] = rows[i][1];
            runs.destinationStride()[i] = rows[i][2];
            runs.regionStride()[i] = rows[i][3];
            runs.pieceBytes()[i] = rows[i][4];
            runs.count()[i] = (int) rows[i][5];
        }
        return runs;
    }

    /// Payload offset, destination, destination stride, region stride, piece bytes, count.
    private static long[] run(final long... fields) {
        return fields;
    }

    @Test
    void shouldMergeBeyondFourGibibytes() {
        final PairList list = new PairList();
        for (int i = 0; i < 5; i++) {
            list.add(0x1000 + 2 * GIB * i, (1L << 45) + 2 * GIB * i, 2 * GIB);
        }
        final TransferPlan plan = plan(list, cap(16 * GIB));
        assertEquals(1, plan.pieceCount());
        assertEquals(10 * GIB, plan.pieceBytes(0));
        assertEquals(runs(run(0, 1L << 45, 0, 0, 10 * GIB, 1)), plan.runs(0));
    }

    @Test
    void shouldGrowOneRunWhenTheDestinationContinues() {
        final PairList list =
                new PairList()
                        .add(0x1000, 0x9000, 32)
                        .add(0x2000, 0x9020, 32)
                        .add(0x3000, 0x9040, 32);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(3, plan.pieceCount());
        assertEquals(runs(run(0, 0x9000, 0, 0, 96, 1)), plan.runs(0));
        assertEquals(2, statistics(list, cap(4096)).sourceGaps());
    }

    @Test
    void shouldMakeOneStridedRunOfEqualSteps() {
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0x1000, 0x9000, 32)
                                .add(0x2000, 0x9080, 32)
                                .add(0x3000, 0x9100, 32),
                        cap(4096));
        assertEquals(runs(run(0, 0x9000, 0x80, 32, 32, 3)), plan.runs(0));
    }

    @Test
    void shouldStrideOverPaddingInTheRegion() {
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0x1000, 0x9000, 20)
                                .add(0x2000, 0x9014, 20)
                                .add(0x3000, 0x9028, 20),
                        cap(4096));
        assertEquals(runs(run(0, 0x9000, 20, 32, 20, 3)), plan.runs(0));
    }

    @Test
    void shouldOpenARunWhenTheSizeChanges() {
        final TransferPlan plan =
                plan(new PairList().add(0x1000, 0x9000, 32).add(0x2000, 0x9080, 16), cap(4096));
        assertEquals(runs(run(0, 0x9000, 0, 0, 32, 1), run(32, 0x9080, 0, 0, 16, 1)), plan.runs(0));
    }

    @Test
    void shouldOpenARunAfterAnAlignmentGap() {
        final TransferPlan plan =
                plan(new PairList().add(0x1000, 0x9000, 100).add(0x2000, 0x9064, 32), cap(4096));
        assertEquals(
                runs(run(0, 0x9000, 0, 0, 100, 1), run(128, 0x9064, 0, 0, 32, 1)), plan.runs(0));
    }

    @Test
    void shouldLatchTheStrideOfTheFirstPairOnly() {
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0x1000, 0x9000, 32)
                                .add(0x2000, 0x9080, 32)
                                .add(0x3000, 0x90C0, 32),
                        cap(4096));
        assertEquals(
                runs(run(0, 0x9000, 0x80, 32, 32, 2), run(64, 0x90C0, 0, 0, 32, 1)), plan.runs(0));
    }

    @Test
    void shouldNotLatchAStepOfZeroOrBackwards() {
        final TransferPlan equal =
                plan(new PairList().add(0, 0x9000, 32).add(64, 0x9000, 32), cap(4096));
        assertEquals(2, equal.runs(0).size());
        final TransferPlan alternating =
                plan(
                        new PairList().add(0, 0x9100, 16).add(64, 0x9000, 48).add(0, 0x9080, 32),
                        cap(4096));
        for (final long stride : alternating.runs(0).destinationStride()) {
            assertEquals(0, stride);
        }
    }

    @Test
    void shouldNotLatchAStepOfHalfTheAddressSpace() {
        final TransferPlan plan =
                plan(new PairList().add(0, 0x10, 32).add(64, Long.MIN_VALUE + 0x10, 32), cap(4096));
        assertArrayEquals(new int[] {1, 1}, plan.runs(0).count());
    }

    @Test
    void shouldNotLetAStridedRunWrapAround() {
        final long step = 0x6000_0000_0000_0000L;
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0, 0x40, 32)
                                .add(64, 0x40 + step, 32)
                                .add(128, 0x40 + 2 * step, 32)
                                .add(192, 0x40 + 3 * step, 32)
                                .add(256, 0x40 + 4 * step, 32),
                        cap(4096));
        assertArrayEquals(new int[] {3, 2}, plan.runs(0).count());
        assertArrayEquals(new long[] {0x40, 0x40 + 3 * step}, plan.runs(0).destination());
    }
}

package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.Workload;
import org.junit.jupiter.api.Test;

class SweepWorkloadsTest {
    private static DescriptorPairs pairs(final Workload workload) {
        return workload.descriptors(
                workload.pairs().getFirst(),
                new Placement(1L << 40, 0),
                new Placement(1L << 41, 0));
    }

    @Test
    void shouldHaveTheSizeAndTheTotalThatWereAskedFor() {
        final DescriptorPairs pairs = pairs(SweepWorkloads.of(512, 1 << 20));
        assertEquals(2_048, pairs.size());
        assertEquals(512, pairs.longestBytes());
        assertEquals(1 << 20, pairs.totalBytes());
    }

    @Test
    void shouldMakeSmallerBlocksOfFewDescriptors() {
        assertEquals(16, pairs(SweepWorkloads.of(64 << 10, 1 << 20)).size());
    }

    @Test
    void shouldBeFoundByItsName() {
        final String name = SweepWorkloads.of(4_096, 8 << 20).name();
        assertEquals(name, SweepWorkloads.named(name).orElseThrow().name());
        assertTrue(SweepWorkloads.named("gpt-oss-120b-8k").isEmpty());
    }

    @Test
    void shouldRefuseATotalThatIsNoMultiple() {
        assertThrows(IllegalArgumentException.class, () -> SweepWorkloads.of(4_096, 5_000));
    }

    @Test
    void shouldMoveTheFirstPairsOfASampleOnly() {
        final DescriptorPairs pairs = pairs(SweepWorkloads.of(512, 1 << 20));
        final DescriptorPairs sampled = Transfers.moved(Mode.DIRECT, pairs, 1L << 41, 100);
        assertEquals(100, sampled.size());
        assertEquals(pairs.destination()[99], sampled.destination()[99]);
        assertEquals(2_048, Transfers.moved(Mode.BOUNCE, pairs, 1L << 41, 100).size());
    }
}

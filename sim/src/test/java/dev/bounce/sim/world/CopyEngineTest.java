package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.sim.check.PropertyViolation;
import org.junit.jupiter.api.Test;

final class CopyEngineTest {
    private static final SealKey SEAL = new SealKey(7, 1, 1, 2, 0);
    private static final int PAIRS = 6;
    private static final int BYTES = 200;

    @Test
    void shouldMoveEveryByteFromSourceToDestination() {
        final Bench bench = new Bench();
        final TransferPlan plan = plan();
        fillSources(bench);
        gather(bench, plan);
        assertEquals(CopyOutcome.DONE, bench.last(Event.GatherEnded.class).outcome());
        scatter(bench, plan, SEAL);
        assertEquals(CopyOutcome.DONE, bench.last(Event.ScatterEnded.class).outcome());
        for (int pair = 0; pair < PAIRS; pair++) {
            assertTrue(isDelivered(bench, pair), "pair " + pair);
        }
        assertEquals(Pattern.CANARY, bench.sender.memory.destination()[target(0) + BYTES]);
    }

    @Test
    void shouldCopyNothingUnderABrokenSeal() {
        final Bench bench = new Bench();
        final TransferPlan plan = plan();
        fillSources(bench);
        gather(bench, plan);
        scatter(bench, plan, new SealKey(7, 1, 1, 2, 1));
        assertEquals(CopyOutcome.SEAL_BROKEN, bench.last(Event.ScatterEnded.class).outcome());
        for (int pair = 0; pair < PAIRS; pair++) {
            assertFalse(isDelivered(bench, pair), "pair " + pair);
        }
    }

    @Test
    void shouldNoticeABrokenSealAtTheTail() {
        final Bench bench = new Bench();
        final TransferPlan plan = plan();
        fillSources(bench);
        gather(bench, plan);
        bench.sender.memory.arena()[(int) (Bench.REGION + plan.regionBytes(0) - 1)] ^= 1;
        scatter(bench, plan, SEAL);
        assertEquals(CopyOutcome.SEAL_BROKEN, bench.last(Event.ScatterEnded.class).outcome());
    }

    @Test
    void shouldDeliverAPartOfAScatterThatFails() {
        final Bench bench = new Bench(Fault.SCATTER_FAILED);
        final TransferPlan plan = plan();
        fillSources(bench);
        gather(bench, plan);
        scatter(bench, plan, SEAL);
        assertEquals(CopyOutcome.FAILED, bench.last(Event.ScatterEnded.class).outcome());
        int delivered = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            delivered += isDelivered(bench, pair) ? 1 : 0;
        }
        int expected = 0;
        for (int run = 0; run < plan.runs(0).size() / 2; run++) {
            expected += plan.runs(0).count()[run];
        }
        assertEquals(expected, delivered);
        assertEquals(1, bench.faults.appliedCount(Fault.SCATTER_FAILED));
    }

    @Test
    void shouldFailAGather() {
        final Bench bench = new Bench(Fault.GATHER_FAILED);
        gather(bench, plan());
        assertEquals(CopyOutcome.FAILED, bench.last(Event.GatherEnded.class).outcome());
    }

    @Test
    void shouldReportNothingToADeadAgent() {
        final Bench bench = new Bench();
        new CopyEngine(bench.context)
                .gather(bench.sender, new Effect.Gather(1, 1, plan(), 0, Bench.REGION, SEAL));
        bench.ledger.died(0);
        bench.sender.life = null;
        bench.run();
        assertTrue(bench.events.isEmpty());
    }

    @Test
    void shouldRefuseARunThatLeavesItsRegion() {
        final Bench bench = new Bench();
        final TransferPlan plan = plan();
        fillSources(bench);
        gather(bench, plan);
        final ScatterRuns beyond =
                new ScatterRuns(
                        new long[] {plan.regionBytes(0) - 8},
                        new long[] {Memory.destinationBase(0)},
                        new long[1],
                        new long[1],
                        new long[] {16},
                        new int[] {1});
        new CopyEngine(bench.context)
                .scatter(
                        bench.sender,
                        new Effect.Scatter(2, Bench.REGION, plan.regionBytes(0), beyond, SEAL));
        assertThrows(PropertyViolation.class, bench::run);
    }

    @Test
    void shouldRefuseADestinationThatIsNotTheAgents() {
        final Bench bench = new Bench();
        assertThrows(
                PropertyViolation.class,
                () -> bench.sender.memory.array(Memory.destinationBase(1), 8));
        assertThrows(
                PropertyViolation.class,
                () -> bench.sender.memory.array(Memory.destinationBase(0) + Bench.POOL - 4, 8));
    }

    private static TransferPlan plan() {
        final long[] sources = new long[PAIRS];
        final long[] targets = new long[PAIRS];
        final long[] lengths = new long[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            sources[pair] = Memory.sourceBase(0) + pair * 1_000L;
            targets[pair] = Memory.destinationBase(0) + target(pair);
            lengths[pair] = BYTES;
        }
        final TransferPlan plan =
                TransferPlan.of(
                        new DescriptorPairs(sources, targets, lengths, new int[1], new int[1]),
                        new PlanLimits(8_192, 8_192, 64, 64));
        assertEquals(1, plan.chunkCount());
        return plan;
    }

    private static int target(final int pair) {
        return (pair * 5 % PAIRS) * 300 + pair * 3;
    }

    private static void fillSources(final Bench bench) {
        for (int pair = 0; pair < PAIRS; pair++) {
            final long source = Memory.sourceBase(0) + pair * 1_000L;
            Pattern.fill(
                    bench.sender.memory.array(source, BYTES), Memory.offset(source), BYTES, pair);
        }
    }

    private static void gather(final Bench bench, final TransferPlan plan) {
        new CopyEngine(bench.context)
                .gather(bench.sender, new Effect.Gather(1, 1, plan, 0, Bench.REGION, SEAL));
        bench.run();
    }

    private static void scatter(final Bench bench, final TransferPlan plan, final SealKey seal) {
        new CopyEngine(bench.context)
                .scatter(
                        bench.sender,
                        new Effect.Scatter(
                                2, Bench.REGION, plan.regionBytes(0), plan.runs(0), seal));
        bench.run();
    }

    private static boolean isDelivered(final Bench bench, final int pair) {
        return Pattern.mismatch(bench.sender.memory.destination(), target(pair), BYTES, (long) pair)
                < 0;
    }
}

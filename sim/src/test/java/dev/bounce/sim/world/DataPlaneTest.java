package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.sim.check.PropertyViolation;
import org.junit.jupiter.api.Test;

final class DataPlaneTest {
    private static final long KEY = 99;
    private static final long ASSUMED = 5_000_000;
    private static final long LATER = Long.MAX_VALUE / 2;

    @Test
    void shouldLandEveryByteBeforeItReportsLanded() {
        final Bench bench = staged(new Bench());
        bench.openPlanes().write(bench.sender, bench.write(1, LATER));
        bench.run();
        assertEquals(WriteOutcome.LANDED, outcome(bench));
        assertEquals(2_048, landed(bench));
        assertTrue(bench.receiver.life.incoming().isEmpty());
        assertTrue(bench.sender.life.outgoing().isEmpty());
    }

    @Test
    void shouldNotPostWhenTheCreditHasRunOut() {
        final Bench bench = staged(new Bench());
        bench.openPlanes().write(bench.sender, bench.write(1, 0));
        bench.run();
        assertEquals(WriteOutcome.NEVER, outcome(bench));
        assertEquals(0, landed(bench));
        assertEquals(1, bench.marks.count(Mark.CREDIT_EXPIRED_BEFORE_POST));
    }

    @Test
    void shouldReportNeverWithoutLandingAnything() {
        final Bench bench = staged(new Bench(Fault.WRITE_NEVER));
        bench.openPlanes().write(bench.sender, bench.write(1, LATER));
        bench.run();
        assertEquals(WriteOutcome.NEVER, outcome(bench));
        assertEquals(0, landed(bench));
    }

    @Test
    void shouldLandPiecesOfAWriteThatWasReportedAsFailed() {
        int late = 0;
        for (long seed = 1; seed <= 20; seed++) {
            final Bench bench = staged(new Bench(Fault.WRITE_DIRTY));
            final DataPlane plane = bench.openPlanes();
            for (long skipped = 1; skipped < seed; skipped++) {
                plane.write(bench.sender, bench.write(1, 0));
            }
            plane.write(bench.sender, bench.write(1, LATER));
            while (bench.last(Event.WriteEnded.class) == null
                    || bench.last(Event.WriteEnded.class).outcome() != WriteOutcome.DIRTY) {
                bench.queue.runNext();
            }
            final int before = landed(bench);
            bench.run();
            late += landed(bench) > before ? 1 : 0;
        }
        assertTrue(late > 5, "writes that landed after their failure: " + late);
    }

    @Test
    void shouldLandNothingAfterTheFenceOfTheReceiver() {
        final Bench bench = staged(new Bench(Fault.WRITE_HUNG));
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        plane.fence(bench.receiver, new Effect.Fence(bench.receiving, "agent-0", 0));
        while (bench.last(Event.Fenced.class) == null) {
            bench.queue.runNext();
        }
        assertEquals(FenceStrength.PROVEN, bench.last(Event.Fenced.class).strength());
        final int fenced = landed(bench);
        bench.run();
        assertEquals(fenced, landed(bench));
        assertTrue(bench.receiver.life.incoming().isEmpty());
    }

    @Test
    void shouldLandNothingThatIsPostedAfterTheFence() {
        final Bench bench = staged(new Bench());
        final DataPlane plane = bench.openPlanes();
        plane.fence(bench.receiver, new Effect.Fence(bench.receiving, "agent-0", 0));
        bench.run();
        plane.write(bench.sender, bench.write(1, LATER));
        bench.run();
        assertEquals(WriteOutcome.DIRTY, outcome(bench));
        assertEquals(0, landed(bench));
    }

    @Test
    void shouldWaitForTheTimeOfAnAssumedFence() {
        final Bench bench = staged(new Bench(ASSUMED));
        final DataPlane plane = bench.openPlanes();
        final long clock = bench.receiver.clock(bench.queue.nowNanos());
        final long notBefore = clock + 3 * ASSUMED;
        plane.fence(bench.receiver, new Effect.Fence(bench.receiving, "agent-0", notBefore));
        bench.run();
        assertEquals(FenceStrength.ASSUMED, bench.last(Event.Fenced.class).strength());
        assertTrue(bench.receiver.clock(bench.queue.nowNanos()) >= notBefore + ASSUMED);
    }

    @Test
    void shouldLandNothingLongAfterNotAfterWhereFencesAreAssumed() {
        for (int attempt = 0; attempt < 20; attempt++) {
            final Bench bench = staged(new Bench(ASSUMED, Fault.WRITE_HUNG));
            final DataPlane plane = bench.openPlanes();
            final long notAfter = bench.sender.clock(bench.queue.nowNanos()) + attempt;
            plane.write(bench.sender, bench.write(1, notAfter));
            bench.runUntil(bench.sender.worldTime(notAfter + ASSUMED));
            final int before = landed(bench);
            bench.run();
            assertEquals(before, landed(bench));
        }
    }

    @Test
    void shouldFindAnAssumedFenceThatCameTooEarly() {
        final Bench bench = staged(new Bench(ASSUMED, Fault.WRITE_HUNG));
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        plane.fence(bench.receiver, new Effect.Fence(bench.receiving, "agent-0", 0));
        final PropertyViolation found = assertThrows(PropertyViolation.class, bench::run);
        assertEquals("FencedIsFinal", found.property());
    }

    @Test
    void shouldFindAWriteThatIsPostedAfterAnAssumedFence() {
        final Bench bench = staged(new Bench(ASSUMED));
        final DataPlane plane = bench.openPlanes();
        plane.fence(bench.receiver, new Effect.Fence(bench.receiving, "agent-0", 0));
        bench.run();
        final Effect.Write write = bench.write(1, LATER);
        final PropertyViolation found =
                assertThrows(PropertyViolation.class, () -> plane.write(bench.sender, write));
        assertEquals("FencedIsFinal", found.property());
    }

    @Test
    void shouldLandInPiecesBeforeTheWriteCompletes() {
        final Bench bench = staged(new Bench(Fault.WRITE_PIECES));
        final DataPlane plane = bench.openPlanes();
        for (int write = 0; write < 30; write++) {
            plane.write(bench.sender, bench.write(1, LATER));
            bench.run();
            assertEquals(WriteOutcome.LANDED, outcome(bench));
        }
        assertEquals(2_048, landed(bench));
        assertTrue(bench.marks.count(Mark.PIECES_OUT_OF_ORDER) > 0);
    }

    @Test
    void shouldReportAHungWriteAtTheFenceOfTheSender() {
        final Bench bench = staged(new Bench(Fault.WRITE_HUNG));
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        plane.fence(bench.sender, new Effect.Fence(bench.sending, "agent-1", 0));
        bench.run();
        assertEquals(WriteOutcome.DIRTY, outcome(bench));
        assertEquals(Event.Fenced.class, bench.events.getLast().getClass());
        assertTrue(bench.sender.life.outgoing().isEmpty());
    }

    @Test
    void shouldLandTheBytesOfBeforeWhenStagingIsReusedAfterTheFenceOfTheSender() {
        final Bench bench = staged(new Bench());
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        final Write write = bench.sender.planes.get(bench.sending).writes.getFirst();
        new Writes(bench.context).stopReading(write);
        Pattern.fill(bench.sender.memory.arena(), (int) Bench.STAGING, 2_048, KEY + 1);
        bench.run();
        assertEquals(2_048, landed(bench));
    }

    @Test
    void shouldLandTheBytesOfADeadSender() {
        final Bench bench = staged(new Bench());
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        plane.dying(bench.sender);
        bench.ledger.died(0);
        bench.sender.life = null;
        bench.sender.memory = null;
        bench.run();
        assertTrue(landed(bench) > 0);
        assertTrue(bench.events.isEmpty());
        assertTrue(bench.marks.count(Mark.ZOMBIE_WRITE_LANDED) > 0);
    }

    @Test
    void shouldNotLandInTheNextLifeOfTheReceiver() {
        final Bench bench = staged(new Bench());
        final DataPlane plane = bench.openPlanes();
        plane.write(bench.sender, bench.write(1, LATER));
        plane.dying(bench.receiver);
        bench.ledger.died(1);
        bench.begin(bench.receiver);
        bench.run();
        assertEquals(WriteOutcome.DIRTY, outcome(bench));
        assertEquals(0, landed(bench));
    }

    @Test
    void shouldLieAboutLandingWhenToldTo() {
        final Bench bench = staged(new Bench(Fault.FALSE_LANDING));
        bench.openPlanes().write(bench.sender, bench.write(1, LATER));
        bench.run();
        assertEquals(WriteOutcome.LANDED, outcome(bench));
        assertEquals(0, landed(bench));
    }

    @Test
    void shouldTellThatAPlaneCannotBeMade() {
        final Bench bench = new Bench(Fault.PLANE_FAILED);
        new DataPlane(bench.context)
                .open(bench.receiver, new Effect.OpenPlane(bench.receiving, "agent-0", null));
        bench.run();
        assertEquals(Event.PlaneFailed.class, bench.events.getLast().getClass());
    }

    @Test
    void shouldRefuseAWriteOnAPlaneThatIsNotOpen() {
        final Bench bench = staged(new Bench());
        final DataPlane plane = new DataPlane(bench.context);
        final Effect.Write write = bench.write(1, LATER);
        assertThrows(PropertyViolation.class, () -> plane.write(bench.sender, write));
    }

    private static Bench staged(final Bench bench) {
        Pattern.fill(bench.sender.memory.arena(), (int) Bench.STAGING, 2_048, KEY);
        bench.grant(1);
        return bench;
    }

    private static WriteOutcome outcome(final Bench bench) {
        return bench.last(Event.WriteEnded.class).outcome();
    }

    /// Bytes of the chunk that are in place.
    private static int landed(final Bench bench) {
        int count = 0;
        for (int at = 0; at < 2_048; at++) {
            final byte value = bench.receiver.memory.arena()[(int) Bench.REGION + at];
            count += value == Pattern.byteOf(KEY, at) && value != 0 ? 1 : 0;
        }
        return count == 0 ? 0 : count + zeros();
    }

    private static int zeros() {
        int count = 0;
        for (int at = 0; at < 2_048; at++) {
            count += Pattern.byteOf(KEY, at) == 0 ? 1 : 0;
        }
        return count;
    }
}

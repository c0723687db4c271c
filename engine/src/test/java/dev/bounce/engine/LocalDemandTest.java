package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.TransferPlan;
import org.junit.jupiter.api.Test;

/// An agent whose own chunks never cease does not keep the heads of others out (design 2.5).
final class LocalDemandTest {
    /// Two max chunks in the reserve and two in the general part.
    private static final ArenaConfig ARENA =
            new ArenaConfig(4 * Node.CHUNK_BYTES, 512, Node.CHUNK_BYTES, Node.CHUNK_BYTES, 2);

    private static final int ENDLESS = 60;

    private final Node busy = new Node("busy", 5, ARENA);
    private final Node other = new Node("other", 7, ARENA);
    private final Wire wire = Wire.between(busy, other);

    /// A plan of chunks that take half a block each.
    private static TransferPlan halves(final int number, final int chunks) {
        final PlanLimits limits =
                new PlanLimits(Node.CHUNK_BYTES / 2, Node.CHUNK_BYTES / 2, 65_536, 1_048_576);
        final TransferPlan plan = TransferPlan.of(Node.pairs(number, chunks / 2), limits);
        assertEquals(chunks, plan.chunkCount());
        return plan;
    }

    /// The writes of `busy` end in order, so that no block is ever free as a whole by chance.
    private int writesUntilServed() {
        for (int ended = 0; ended < ENDLESS; ended++) {
            if (!other.resolved.isEmpty()) {
                return ended;
            }
            busy.endWrite(busy.writes.get(0), WriteOutcome.LANDED);
            wire.run();
        }
        return ENDLESS;
    }

    @Test
    void shouldServeALargeHeadBesideEndlessSmallChunksOfItsOwn() {
        busy.autoWrite = false;
        for (int request = 1; request <= 12; request++) {
            busy.submit(request, "other", halves(request, 8));
        }
        wire.run();
        assertEquals(4, busy.writes.size(), "four halves are in use");
        other.submit(100, "busy", 1);
        wire.run();
        assertEquals(0, other.resolved.size(), "the head does not fit");
        final int ended = writesUntilServed();
        assertTrue(ended < 20, "the head waits for " + ended + " writes");
        assertEquals(Outcome.SUCCESS, other.onlyResolved().outcome());
        busy.autoWrite = true;
        while (!busy.writes.isEmpty()) {
            busy.endWrite(busy.writes.get(0), WriteOutcome.LANDED);
            wire.run();
        }
        assertEquals(12, busy.resolved.size(), "staging goes on after the drain");
        assertEquals(0, busy.regions());
    }

    @Test
    void shouldStageInTheReserveDuringADrain() {
        final SchedulerWorld world = new SchedulerWorld(8, 4);
        final Grantee a = world.fillThenWant(8, "B").getFirst();
        for (int i = 0; i < 8; i++) {
            assertTrue(world.scheduler.mayTakeSpace(world.nowNanos));
            world.scheduler.tookSpace();
        }
        assertFalse(world.scheduler.mayTakeSpace(world.nowNanos), "B was passed over eight times");
        assertTrue(world.scheduler.isDraining());
        for (int i = 0; i < 3; i++) {
            assertEquals("", world.finishAndSchedule(a));
            assertFalse(world.scheduler.mayTakeSpace(world.nowNanos));
        }
        assertEquals("B", world.finishAndSchedule(a));
        assertTrue(world.scheduler.mayTakeSpace(world.nowNanos));
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A drain ends in time, and without its head where that may no longer be granted.
class DrainEndTest {
    /// General part of eight regions, chunks of up to four.
    private final SchedulerWorld world = new SchedulerWorld(8, 4);

    @Test
    void shouldGiveUpInTimeAndLetOthersGoOnForAsLong() {
        final List<Grantee> flows = world.fillThenWant(8, "B");
        final Grantee a = flows.getFirst();
        for (int i = 0; i < 8; i++) {
            world.finishAndSchedule(a);
        }
        assertEquals("", world.finishAndSchedule(a));
        final long end = world.scheduler.nextDeadlineNanos();
        world.nowNanos = end - 1;
        assertEquals("", world.schedule());
        world.nowNanos = end;
        assertEquals("A", world.schedule());
        assertFalse(world.scheduler.isDraining());
        assertEquals(end + SchedulerWorld.DRAIN_NANOS, world.scheduler.nextDeadlineNanos());
        for (int i = 0; i < 20; i++) {
            assertEquals("A", world.finishAndSchedule(a), "no drain while it yields");
        }
        world.nowNanos = end + SchedulerWorld.DRAIN_NANOS;
        assertEquals("", world.finishAndSchedule(a));
        assertTrue(world.scheduler.isDraining(), "it has been passed over often enough again");
    }

    @Test
    void shouldGrantAHeadThatFitsWhileItYields() {
        final List<Grantee> flows = world.fillThenWant(8, "B");
        final Grantee a = flows.getFirst();
        for (int i = 0; i < 9; i++) {
            world.finishAndSchedule(a);
        }
        world.nowNanos = world.scheduler.nextDeadlineNanos();
        world.schedule();
        assertFalse(world.scheduler.isDraining());
        for (int i = 0; i < 8; i++) {
            world.finish(a);
        }
        assertTrue(world.schedule().contains("B"));
    }

    @Test
    void shouldLetAnotherHeadDrainFirstAfterOneGaveUp() {
        final List<Grantee> flows = world.fillThenWant(8, "B", "C");
        final Grantee a = flows.getFirst();
        for (int i = 0; i < 9; i++) {
            world.finishAndSchedule(a);
        }
        world.nowNanos = world.scheduler.nextDeadlineNanos();
        assertEquals("A", world.schedule());
        for (int i = 0; i < 3; i++) {
            world.finishAndSchedule(a);
        }
        world.nowNanos = world.scheduler.nextDeadlineNanos();
        String granted = world.finishAndSchedule(a);
        assertTrue(world.scheduler.isDraining());
        for (int i = 0; granted.isEmpty(); i++) {
            assertTrue(i < 8, "the drain ends");
            granted = world.finishAndSchedule(a);
        }
        assertEquals('C', granted.charAt(0));
    }

    /// Two heads that can never be served within the time must not stop everyone in turn.
    @Test
    void shouldLetOthersGoOnAlmostHalfOfTheTimeWhateverDrainsInVain() {
        final Grantee a = world.want("A", 1, 8, 10_000, 1);
        world.stage(1, RegionState.STAGING_CREDITED);
        world.schedule();
        world.want("B", 2, 4, 100, 4);
        world.want("C", 3, 4, 100, 4);
        int granted = 0;
        int stopped = 0;
        for (int step = 0; step < 4_000; step++) {
            world.nowNanos += 10;
            if (world.scheduler.isDraining()) {
                stopped++;
                world.schedule();
            } else if (world.finishAndSchedule(a).contains("A")) {
                granted++;
            }
        }
        assertTrue(granted >= 1_700, "granted " + granted);
        assertTrue(stopped >= 1_000, "stopped " + stopped);
    }

    @Test
    void shouldEndTheDrainOfAFlowThatIsClosedOrBlockedOrShrunk() {
        for (int way = 0; way < 3; way++) {
            final SchedulerWorld fresh = new SchedulerWorld(8, 4);
            final Grantee a = fresh.want("A", 1, 8, 1_000, 1);
            final Grantee b = fresh.wantSizes("B", 2, 4, 1, 4, 4);
            fresh.schedule();
            for (int i = 0; i < 10; i++) {
                fresh.finishAndSchedule(a);
            }
            assertTrue(fresh.scheduler.isDraining());
            switch (way) {
                case 0 -> fresh.scheduler.close(b.demand);
                case 1 -> fresh.scheduler.block(2, true);
                default -> fresh.scheduler.resize(b.demand, 1);
            }
            assertFalse(fresh.scheduler.isDraining());
            assertEquals("AA", fresh.schedule(), "both regions that came back");
            assertEquals(SchedulerWorld.REGION, fresh.scheduler.blockedHeadBytes());
        }
    }

    @Test
    void shouldNeitherStampNorDrainForABlockedLink() {
        final List<Grantee> flows = world.fillThenWant(8, "B");
        final Grantee a = flows.getFirst();
        world.scheduler.block(2, true);
        for (int i = 0; i < 30; i++) {
            assertEquals("A", world.finishAndSchedule(a));
        }
        assertFalse(world.scheduler.isDraining());
        world.scheduler.block(2, false);
        world.schedule();
        for (int i = 0; i < 8; i++) {
            assertEquals("A", world.finishAndSchedule(a), "it counts from the end of the block");
        }
        assertEquals("", world.finishAndSchedule(a));
        assertTrue(world.scheduler.isDraining());
    }

    @Test
    void shouldCopeWithTheEndOfTime() {
        final Grantee a = world.fillThenWant(8, "B").getFirst();
        world.nowNanos = Long.MAX_VALUE - 1;
        for (int i = 0; i < 9; i++) {
            world.finishAndSchedule(a);
        }
        assertEquals(Long.MAX_VALUE, world.scheduler.nextDeadlineNanos());
        assertTrue(world.scheduler.isDraining());
    }
}

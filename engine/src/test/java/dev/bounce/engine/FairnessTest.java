package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/// Peers share by bytes, not by grants.
class FairnessTest {
    @Test
    void shouldGiveThirtyTwoSmallChunksForOneLargeOne() {
        final SchedulerWorld world = new SchedulerWorld(256, 32);
        final Grantee a = world.want("a", 1, 1_000, 1_000, 1);
        final Grantee b = world.want("B", 2, 1_000, 1_000, 32);
        assertEquals(("a".repeat(32) + "B").repeat(4), world.schedule());
        assertEquals(a.grantedBytes, b.grantedBytes);
    }

    @Test
    void shouldShareThePeersTurnByBytesToo() {
        final SchedulerWorld world = new SchedulerWorld(64, 8);
        world.want("a", 1, 1_000, 1_000, 2);
        world.want("B", 1, 1_000, 1_000, 8);
        world.want("x", 2, 1_000, 1_000, 4);
        assertEquals("aaaaxxBxxaaaaxxBxx", world.schedule());
    }

    /// Two regions and one leave one of four over; the third turn has room for a third chunk.
    @Test
    void shouldCarryTheRestOfATurnOver() {
        final SchedulerWorld world = new SchedulerWorld(32, 4);
        final Grantee a = world.wantSizes("a", 1, 99, 2, 1, 2, 2, 2, 1, 2, 2);
        final Grantee b = world.want("B", 2, 99, 99, 4);
        assertEquals("aaBaaBaaaB", world.schedule().substring(0, 10));
        assertTrue(Math.abs(a.grantedBytes - b.grantedBytes) <= 4 * SchedulerWorld.REGION);
    }

    /// A full arena whose regions come back in the order of their grants. By grants the peer with
    /// chunks of 32 regions would get 32 times the bytes.
    @Test
    void shouldStayNearEqualBytesInAFullArena() {
        final SchedulerWorld world = new SchedulerWorld(256, 32);
        final ArrayDeque<Grantee> order = new ArrayDeque<>();
        final CreditScheduler.Grants grants =
                new CreditScheduler.Grants() {
                    @Override
                    public void grant(final Demand demand, final int chunk, final Region region) {
                        world.grant(demand, chunk, region);
                        order.addLast(world.of(demand));
                    }

                    @Override
                    public void rejectNoCapacity(final Demand demand, final int chunk) {
                        throw new AssertionError("nothing is too large");
                    }
                };
        final Grantee a = world.want("a", 1, 1_000, 100_000, 1);
        final Grantee b = world.want("B", 2, 8, 100_000, 32);
        world.scheduler.schedule(world.nowNanos, grants);
        for (int i = 0; i < 20_000; i++) {
            world.finish(order.removeFirst());
            world.scheduler.schedule(world.nowNanos, grants);
        }
        final double ratio = (double) a.grantedBytes / b.grantedBytes;
        assertTrue(ratio > 0.7 && ratio < 1.4, "a / B = " + ratio);
    }

    /// What a blocked head is owed does not pile up while others are served.
    @Test
    void shouldNotLetDeficitsGrowWhileAHeadWaits() {
        final SchedulerWorld world = new SchedulerWorld(8, 4);
        final Grantee a = world.want("a", 1, 7, 10_000, 1);
        world.stage(1, RegionState.STAGING_CREDITED);
        world.schedule();
        final Grantee b = world.want("B", 2, 4, 100, 4);
        for (int i = 0; i < 2_000; i++) {
            if (world.scheduler.isDraining()) {
                world.nowNanos = world.scheduler.nextDeadlineNanos();
                world.schedule();
            } else {
                world.finishAndSchedule(a);
            }
            SchedulerLaws.deficitsAreBounded(world);
        }
        assertEquals(0, b.demand.next);
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A head that is passed over too often stops the others.
class DrainTest {
    /// General part of eight regions, chunks of up to four.
    private final SchedulerWorld world = new SchedulerWorld(8, 4);

    @ParameterizedTest
    @CsvSource({"8, 1", "4, 4"})
    void shouldGrantHalfTheArenaToOneBesideManySmallFlows(final int senders, final int threads) {
        final int small = senders * threads;
        final ArrayDeque<Grantee> running = new ArrayDeque<>();
        for (int i = 0; i < small; i++) {
            running.add(world.want("s", i % senders, 1, 1, 1));
        }
        world.schedule();
        final Grantee big = world.want("B", 100, 1, 1, 4);
        int completions = 0;
        while (big.demand.next == 0) {
            world.schedule();
            for (Grantee flow = running.removeFirst(); ; flow = running.removeFirst()) {
                running.addLast(flow);
                if (!flow.regions.isEmpty()) {
                    break;
                }
            }
            final Grantee done = running.removeLast();
            world.finish(done);
            world.grantees.remove(done);
            running.addLast(world.want("s", done.demand.linkId, 1, 1, 1));
            completions++;
            assertTrue(completions <= 32 * small, "the big chunk starves");
        }
        assertNotNull(big.regions.peek());
    }

    @Test
    void shouldStopTheOthersAfterEightGrantsAndUntilTheHeadFits() {
        final Grantee a = world.fillThenWant(8, "B").getFirst();
        assertEquals(4 * SchedulerWorld.REGION, world.scheduler.blockedHeadBytes());
        for (int i = 0; i < 8; i++) {
            assertFalse(world.scheduler.isDraining());
            assertEquals("A", world.finishAndSchedule(a));
        }
        assertFalse(world.scheduler.isDraining(), "nobody is held up yet");
        world.nowNanos += 50;
        for (int i = 0; i < 3; i++) {
            assertEquals("", world.finishAndSchedule(a), "only B may have the space");
            assertTrue(world.scheduler.isDraining());
        }
        assertEquals(
                world.nowNanos + SchedulerWorld.DRAIN_NANOS, world.scheduler.nextDeadlineNanos());
        assertEquals("B", world.finishAndSchedule(a));
        assertFalse(world.scheduler.isDraining());
        assertEquals(Long.MAX_VALUE, world.scheduler.nextDeadlineNanos());
    }

    @Test
    void shouldWaitForTwoRoundsWhereManyFlowsWant() {
        for (int i = 0; i < 10; i++) {
            world.want("a", i, 8, 1_000, 1);
        }
        world.schedule();
        world.want("B", 100, 4, 100, 4);
        world.schedule();
        for (int bypasses = 0; bypasses < 22; bypasses++) {
            assertFalse(world.scheduler.isDraining(), "after " + bypasses);
            final Grantee holder =
                    world.grantees.stream()
                            .filter(flow -> flow.demand.held > 0)
                            .findFirst()
                            .orElseThrow();
            assertEquals("a", world.finishAndSchedule(holder));
        }
        world.finishAndSchedule(
                world.grantees.stream()
                        .filter(flow -> flow.demand.held > 0)
                        .findFirst()
                        .orElseThrow());
        assertTrue(world.scheduler.isDraining(), "eleven flows want");
    }

    /// Where all chunks are alike every head fits whenever one does, and goes by turns.
    @Test
    void shouldNotDrainForHeadsThatOnlyWaitForTheirTurn() {
        final List<Grantee> flows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            flows.add(world.want("f", i, 2, 1_000, 1));
        }
        world.schedule();
        for (int i = 0; i < 500; i++) {
            final int step = i;
            final List<Grantee> holders =
                    flows.stream().filter(flow -> flow.demand.held > 0).toList();
            assertEquals("f", world.finishAndSchedule(holders.get(step % holders.size())));
            assertFalse(world.scheduler.isDraining());
        }
    }

    /// A head that fits only waits for its turn; that is not being passed over.
    @Test
    void shouldCountFromTheGrantAfterWhichTheHeadNoLongerFits() {
        final SchedulerWorld wide = new SchedulerWorld(16, 8);
        final Region[] staged = new Region[16];
        for (int i = 0; i < 16; i++) {
            staged[i] = wide.stage(1, RegionState.STAGING_CREDITED);
        }
        for (final int free : new int[] {0, 2, 4, 6, 12, 13, 14, 15}) {
            wide.arena.free(staged[free]);
        }
        final Grantee unfit = wide.want("U", 1, 1, 1, 8);
        final Grantee small = wide.want("a", 2, 99, 99, 1);
        final Grantee waits = wide.want("W", 3, 1, 1, 4);
        wide.scheduler.schedule(
                wide.nowNanos,
                new CreditScheduler.Grants() {
                    @Override
                    public void grant(final Demand demand, final int chunk, final Region region) {
                        wide.grant(demand, chunk, region);
                        wide.close(unfit);
                    }

                    @Override
                    public void rejectNoCapacity(final Demand demand, final int chunk) {
                        wide.rejectNoCapacity(demand, chunk);
                    }
                });
        assertEquals(8, small.demand.held);
        assertEquals(0, waits.demand.held);
        assertEquals(5, waits.demand.turn.stamp, "the fifth grant cut the block of four");
        assertFalse(wide.scheduler.isDraining());
    }

    @Test
    void shouldForgetTheStampWhenTheHeadIsGranted() {
        final List<Grantee> flows = world.fillThenWant(8, "B");
        for (int i = 0; i < 12; i++) {
            world.finishAndSchedule(flows.get(0));
        }
        assertEquals(1, flows.get(1).demand.next);
        assertFalse(world.scheduler.isDraining(), "the next head starts to count anew");
        for (int i = 0; i < 3; i++) {
            world.finishAndSchedule(flows.get(0));
            assertFalse(world.scheduler.isDraining());
        }
    }

    @Test
    void shouldDrainForTheHeadThatWaitedLongest() {
        final List<Grantee> flows = world.fillThenWant(8, "B");
        final Grantee a = flows.getFirst();
        world.finishAndSchedule(a);
        world.want("C", 9, 4, 100, 4);
        for (int i = 0; i < 7; i++) {
            assertEquals("A", world.finishAndSchedule(a));
        }
        for (int i = 0; i < 3; i++) {
            assertEquals("", world.finishAndSchedule(a));
        }
        assertEquals("B", world.finishAndSchedule(a));
    }

    @Test
    void shouldDrainForTheHeadOfAnySizeThatWaitedLongest() {
        final Grantee a = world.want("A", 1, 8, 1_000, 1);
        world.schedule();
        world.want("S", 2, 1, 1, 2);
        assertEquals("", world.schedule());
        assertEquals("A", world.finishAndSchedule(a));
        world.want("L", 3, 1, 1, 4);
        for (int i = 0; i < 7; i++) {
            assertEquals("A", world.finishAndSchedule(a));
        }
        assertEquals(2 * SchedulerWorld.REGION, world.scheduler.blockedHeadBytes());
        assertEquals("", world.finishAndSchedule(a));
        assertEquals("S", world.finishAndSchedule(a));
    }

    @Test
    void shouldBreakATieBetweenHeadsFromTheCursor() {
        for (final boolean turned : new boolean[] {false, true}) {
            final SchedulerWorld tied = new SchedulerWorld(8, 4);
            final Grantee a = tied.want("A", 1, 8, 1_000, 1);
            assertEquals("AAAAAAAA", tied.schedule());
            final Grantee b = tied.want("B", 2, 4, 100, 4);
            tied.want("C", 3, 4, 100, 4);
            if (turned) {
                // B goes to the end of the ring and both are stamped together.
                tied.scheduler.block(2, true);
                tied.scheduler.block(2, false);
            }
            tied.schedule();
            String granted = "";
            for (int i = 0; i < 12; i++) {
                granted = tied.finishAndSchedule(a);
            }
            assertEquals(turned ? "C" : "B", granted);
            assertEquals(turned ? 0 : 1, b.demand.next);
        }
    }

    /// Sizes are stamped together, the smaller first; the drain goes by turns all the same.
    @Test
    void shouldBreakATieBetweenSizesFromTheCursor() {
        final Grantee a = world.want("A", 1, 8, 1_000, 1);
        world.schedule();
        final Grantee large = world.want("L", 2, 1, 1, 4);
        final Grantee small = world.want("S", 3, 1, 1, 2);
        world.schedule();
        assertEquals(large.demand.turn.stamp, small.demand.turn.stamp);
        for (int i = 0; i < 8; i++) {
            assertEquals("A", world.finishAndSchedule(a));
        }
        for (int i = 0; i < 3; i++) {
            assertEquals("", world.finishAndSchedule(a));
        }
        assertEquals("L", world.finishAndSchedule(a));
    }

    @Test
    void shouldDrainBesideStagingThatComesAndGoes() {
        final Grantee a = world.fillThenWant(8, "B").getFirst();
        for (int i = 0; i < 8; i++) {
            world.finishAndSchedule(a);
        }
        final List<Region> staged = new ArrayList<>();
        String granted = "";
        int finished = 0;
        while (granted.isEmpty()) {
            assertTrue(finished < 8, "the drain ends");
            granted = world.finishAndSchedule(a);
            finished++;
            assertTrue(world.scheduler.isDraining() || !granted.isEmpty());
            if (granted.isEmpty() && staged.size() < 3) {
                // A chunk that has a credit is staged where the drain makes room.
                staged.add(world.stage(1, RegionState.STAGING_CREDITED));
            } else if (granted.isEmpty()) {
                world.arena.free(staged.removeFirst());
                granted = world.schedule();
            }
        }
        assertEquals('B', granted.charAt(0));
    }
}

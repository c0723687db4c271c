package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Uncredited staging gives way, what can never fit is refused, blocked links wait.
class UnstagingTest {
    private final SchedulerWorld world = new SchedulerWorld(8, 4);

    @Test
    void shouldDropTheYoungestFirstAndNoMoreThanNeeded() {
        final Region[] staged = new Region[8];
        for (int i = 0; i < 8; i++) {
            staged[i] = world.stage(1, RegionState.STAGING_EAGER);
        }
        world.want("A", 1, 1, 9, 2);
        assertEquals("A", world.schedule());
        assertEquals(List.of(staged[7], staged[6]), world.dropped);
        assertEquals(6, world.eager.size());
    }

    @Test
    void shouldNotAskTheCacheWhileEveryHeadFits() {
        world.stage(1, RegionState.STAGING_EAGER);
        world.want("A", 1, 2, 2, 1);
        world.want("B", 2, 4, 1, 4);
        assertEquals("AAB", world.schedule());
        assertEquals(0, world.cacheCalls);
        world.schedule();
        assertEquals(0, world.cacheCalls, "nobody wants anything");
    }

    @Test
    void shouldGiveTheDroppedBlockToTheHeadThatItWasDroppedFor() {
        world.want("A", 1, 1, 1, 4);
        assertEquals("A", world.schedule());
        for (int i = 0; i < 4; i++) {
            world.stage(1, RegionState.STAGING_EAGER);
        }
        world.want("B", 2, 1, 9, 4);
        world.want("C", 3, 1, 9, 1);
        assertEquals("B", world.schedule(), "C could have had the first region");
        assertEquals(4, world.dropped.size());
    }

    @Test
    void shouldAskAgainUntilTheCacheHasNothingToDrop() {
        for (int i = 0; i < 8; i++) {
            final Region region = world.stage(1, RegionState.STAGING_EAGER);
            if (i == 2 || i == 5) {
                world.gathering.add(region);
            }
        }
        world.want("A", 1, 1, 9, 4);
        world.want("B", 2, 1, 9, 2);
        assertEquals("B", world.schedule(), "a gather keeps a region of either half");
        assertEquals(6, world.dropped.size());
        assertEquals(7, world.cacheCalls, "after a no it is not asked again");
        world.gathering.clear();
        assertEquals("A", world.schedule());
        assertEquals(1, world.eager.size(), "the gather beside B's region went on");
    }

    @Test
    void shouldDropForTheHeadOfADrain() {
        final Grantee a = world.want("A", 1, 8, 1_000, 1);
        world.schedule();
        world.want("B", 2, 1, 9, 4);
        world.schedule();
        for (int i = 0; i < 9; i++) {
            world.finishAndSchedule(a);
        }
        assertTrue(world.scheduler.isDraining());
        for (int i = 0; i < 2; i++) {
            world.finish(a);
            world.stage(1, RegionState.STAGING_EAGER);
        }
        assertEquals("B", world.finishAndSchedule(a).substring(0, 1));
        assertEquals(2, world.dropped.size());
    }

    @Test
    void shouldKeepTheCacheForAHeadThatIsRefused() {
        quarantineOneRegionOfEachHalf();
        world.stage(1, RegionState.STAGING_EAGER);
        final Grantee big = world.want("B", 2, 1, 9, 4);
        assertEquals("", world.schedule());
        assertEquals(0, big.rejectedChunk);
        assertEquals(0, world.cacheCalls);
    }

    private void quarantineOneRegionOfEachHalf() {
        final Grantee lost = world.want("L", 77, 8, 8, 1);
        world.schedule();
        world.close(lost);
        for (int i = 0; i < 8; i++) {
            if (i % 4 == 1) {
                world.detach(lost, RegionState.QUARANTINED);
            } else {
                world.finish(lost);
            }
        }
    }

    @Test
    void shouldRefuseAHeadThatCannotFitBesideQuarantine() {
        quarantineOneRegionOfEachHalf();
        final Grantee a = world.wantSizes("A", 1, 4, 2, 4, 1);
        final Grantee b = world.want("B", 2, 8, 100, 2);
        assertEquals("AB", world.schedule());
        assertEquals(1, a.rejectedChunk);
        assertEquals(null, a.demand.turn);
        assertEquals(1, a.demand.held, "what it holds stays the caller's");
        assertEquals(-1, b.rejectedChunk);
        world.finish(a);
        world.close(a);
        assertEquals("B", world.schedule(), "the rest goes on");
    }

    @Test
    void shouldRefuseAHeadThatWaitsWhenQuarantineGrows() {
        final Grantee lost = world.want("L", 77, 8, 8, 1);
        world.schedule();
        final Grantee big = world.want("B", 2, 1, 9, 4);
        world.schedule();
        assertEquals(-1, big.rejectedChunk, "it may fit later");
        world.close(lost);
        for (int i = 0; i < 8; i++) {
            world.detach(lost, RegionState.QUARANTINED);
        }
        world.schedule();
        assertEquals(0, big.rejectedChunk);
        assertEquals(0, world.scheduler.wanting());
    }

    @Test
    void shouldRefuseWhatNoArenaHolds() {
        final Grantee a = world.want("A", 1, 4, 1, 16);
        final Grantee b = world.want("B", 2, 4, 1, 1_000);
        final Grantee c = world.open("C", new Demand(3, null, new long[] {Long.MAX_VALUE}, 1));
        final Grantee d = world.want("D", 4, 1, 1, 8);
        assertEquals("D", world.schedule(), "the general part is one block of eight");
        assertEquals(0, a.rejectedChunk, "the reserve is not for grants");
        assertEquals(0, b.rejectedChunk);
        assertEquals(0, c.rejectedChunk);
        assertEquals(-1, d.rejectedChunk);
        assertFalse(world.scheduler.isDraining());
    }

    @Test
    void shouldNotRefuseWhatOnlyScattersAndOrphansKeepAway() {
        final Grantee a = world.want("A", 1, 8, 8, 1);
        world.schedule();
        world.close(a);
        final Grantee big = world.want("B", 2, 1, 1, 8);
        for (int i = 0; i < 7; i++) {
            world.detach(a, RegionState.ORPHAN);
        }
        assertEquals("", world.schedule());
        assertEquals(-1, big.rejectedChunk);
    }

    @Test
    void shouldGrantNothingToABlockedLink() {
        world.scheduler.block(1, true);
        final Grantee a = world.want("A", 1, 8, 4, 1);
        world.want("B", 2, 2, 2, 1);
        final Grantee hopeless = world.want("C", 1, 8, 4, 1_000);
        assertEquals("BB", world.schedule());
        assertEquals(0, world.scheduler.blockedHeadBytes());
        assertEquals(-1, hopeless.rejectedChunk);
        world.scheduler.block(1, true);
        world.scheduler.block(1, false);
        assertEquals("AAAA", world.schedule());
        assertEquals(0, hopeless.rejectedChunk);
        assertEquals(4, a.demand.held);
        world.scheduler.block(1, false);
        assertEquals(List.of(), world.scheduler.snapshot(List.of()).peers());
    }

    @Test
    void shouldTakeReturnedRegionsOfABlockedLink() {
        final Grantee a = world.want("A", 1, 2, 9, 1);
        world.schedule();
        world.scheduler.block(1, true);
        assertEquals("", world.finishAndSchedule(a));
        assertEquals("", world.finishAndSchedule(a));
        assertTrue(world.arena.isEmpty());
        world.scheduler.block(1, false);
        assertEquals("AA", world.schedule());
        world.scheduler.block(1, true);
        world.reclaim(a);
        assertEquals(0, world.scheduler.wanting());
        world.scheduler.block(1, false);
        assertEquals("", world.schedule());
    }

    @Test
    void shouldShowTheHeadThatWaitsLongestForSpace() {
        world.want("A", 1, 8, 8, 1);
        world.schedule();
        assertEquals(0, world.scheduler.blockedHeadBytes());
        world.want("B", 2, 8, 8, 2);
        world.schedule();
        world.want("C", 3, 8, 8, 4);
        world.schedule();
        assertEquals(2 * SchedulerWorld.REGION, world.scheduler.blockedHeadBytes());
    }
}

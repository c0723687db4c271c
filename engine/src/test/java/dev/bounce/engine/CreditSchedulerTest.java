package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows, order, reclaiming. One region is one chunk unless a test says otherwise.
class CreditSchedulerTest {
    @ParameterizedTest
    @CsvSource({"8, 4, 100, 4", "8, 16, 100, 8", "8, 16, 2000, 8", "8, 2, 100, 2", "8, 4, 3, 3"})
    void shouldGrantUpToTheWindowAndTheSpace(
            final int regions, final int window, final int chunks, final int granted) {
        final SchedulerWorld world = new SchedulerWorld(regions, 1);
        final Grantee flow = world.want("A", 1, window, chunks, 1);
        assertEquals("A".repeat(granted), world.schedule());
        assertEquals(granted, flow.demand.held);
        assertEquals(granted, flow.demand.next);
        assertEquals(regions - granted, world.freeRegions());
        assertEquals("", world.schedule());
    }

    @Test
    void shouldReplaceEachReturnedRegionByOneGrant() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee flow = world.want("A", 1, 8, 10, 1);
        assertEquals("AAAA", world.schedule());
        assertEquals("A", world.finishAndSchedule(flow));
        assertEquals(4, flow.demand.held);
    }

    @Test
    void shouldShareTheSpaceEvenly() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        world.want("A", 1, 4, 100, 1);
        world.want("B", 2, 4, 100, 1);
        assertEquals("ABABABAB", world.schedule());
    }

    @Test
    void shouldAlternateStrictlyUntilTheSpaceIsFull() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee a = world.want("A", 1, 2, 3, 1);
        world.want("B", 2, 2, 2, 1);
        assertEquals("ABAB", world.schedule());
        assertEquals("A", world.finishAndSchedule(a));
        assertNull(a.demand.turn, "a flow that wants nothing more has left");
    }

    @Test
    void shouldGiveEveryPeerItsTurnBeforeAnyPeerHasASecondOne() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        world.want("a", 1, 8, 10, 1);
        world.want("b", 1, 8, 10, 1);
        world.want("c", 1, 8, 10, 1);
        world.want("X", 2, 8, 10, 1);
        assertEquals("aXbXcXaX", world.schedule());
    }

    @Test
    void shouldServeEveryFlowOfASmallArena() {
        final SchedulerWorld world = new SchedulerWorld(2, 1);
        final List<Grantee> flows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            flows.add(world.want("" + i, i, 4, 5, 1));
        }
        world.schedule();
        int recycles = 0;
        while (flows.stream().anyMatch(flow -> flow.grantedBytes == 0)) {
            recycles++;
            final Grantee holder =
                    flows.stream().filter(flow -> flow.demand.held > 0).findFirst().orElseThrow();
            world.finishAndSchedule(holder);
            assertEquals(0, world.freeRegions());
        }
        assertTrue(recycles <= 50, () -> "all were served");
    }

    @Test
    void shouldFreeEachRegionOfAReclaimedFlowOnce() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee a = world.want("A", 1, 2, 9, 1);
        final Grantee b = world.want("B", 2, 2, 9, 1);
        world.schedule();
        final Region first = a.regions.getFirst();
        world.reclaim(a);
        assertEquals(2, world.freeRegions());
        assertEquals("", world.schedule(), "B is at its window");
        assertThrows(InvariantViolation.class, () -> world.arena.free(first));
        assertEquals(2, b.demand.held);
        assertEquals(2, world.freeRegions());
    }

    @Test
    void shouldGiveAReclaimedFlowsSpaceToTheOneThatWaits() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee a = world.want("A", 1, 4, 9, 1);
        world.schedule();
        world.want("B", 2, 4, 9, 1);
        assertEquals("", world.schedule());
        world.reclaim(a);
        assertEquals("BBBB", world.schedule());
    }

    @Test
    void shouldLeaveTheOtherPeersAloneWhenAnEpochEnds() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee a = world.want("a", 1, 2, 9, 1);
        final Grantee b = world.want("b", 1, 2, 9, 1);
        world.schedule();
        world.want("X", 2, 4, 9, 1);
        assertEquals("", world.schedule());
        world.reclaim(a);
        world.reclaim(b);
        assertEquals("XXXX", world.schedule());
        assertEquals(1, world.scheduler.wanting());
    }

    @Test
    void shouldForgetFlowsThatAreFinished() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        for (int i = 0; i < 1_000; i++) {
            final Grantee flow = world.want("A", i, 2, 2, 1);
            assertEquals("AA", world.schedule());
            assertEquals(0, world.scheduler.wanting());
            world.finish(flow);
            world.finish(flow);
        }
        assertTrue(world.arena.isEmpty());
        assertEquals(List.of(), world.scheduler.snapshot(List.of()).peers());
    }

    @Test
    void shouldGoOnAfterTheLastFlowLeft() {
        final SchedulerWorld world = new SchedulerWorld(2, 1);
        for (int round = 0; round < 3; round++) {
            final Grantee flow = world.want("A", 1, 1, 1, 1);
            assertEquals("A", world.schedule());
            assertEquals("", world.schedule());
            world.finish(flow);
            assertEquals("", world.schedule());
        }
        assertTrue(world.arena.isEmpty());
    }

    @Test
    void shouldLetAFlowKeepWhatItHoldsWhenItIsClosed() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Grantee flow = world.want("A", 1, 2, 9, 1);
        world.schedule();
        world.close(flow);
        world.close(flow);
        assertEquals(0, world.scheduler.wanting());
        assertEquals("", world.finishAndSchedule(flow));
        assertEquals("", world.finishAndSchedule(flow));
        assertTrue(world.arena.isEmpty());
        assertThrows(InvariantViolation.class, () -> world.scheduler.release(flow.demand));
    }

    @Test
    void shouldIgnoreTheCloseOfADemandThatWasNeverOpened() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        world.scheduler.close(new Demand(1, null, new long[] {1}, 1));
        assertEquals(List.of(), world.scheduler.snapshot(List.of()).peers());
    }

    @Test
    void shouldNotGrantARegionThatAnOrphanedScatterStillReads() {
        final SchedulerWorld world = new SchedulerWorld(2, 1);
        final Grantee a = world.want("A", 1, 2, 2, 1);
        world.schedule();
        final Grantee b = world.want("B", 2, 2, 2, 1);
        world.close(a);
        final Region orphan = world.detach(a, RegionState.ORPHAN);
        world.finish(a);
        assertEquals("B", world.schedule());
        assertTrue(b.regions.getFirst() != orphan);
        world.arena.free(orphan);
        assertEquals("B", world.schedule());
        assertThrows(InvariantViolation.class, () -> world.arena.free(orphan));
    }

    @Test
    void shouldNotGrantQuarantinedRegionsBeforeTheirFence() {
        final SchedulerWorld world = new SchedulerWorld(2, 1);
        final Grantee a = world.want("A", 1, 2, 2, 1);
        world.schedule();
        world.close(a);
        final Region first = world.detach(a, RegionState.QUARANTINED);
        final Region second = world.detach(a, RegionState.ORPHAN);
        world.want("B", 2, 1, 2, 1);
        assertEquals("", world.schedule());
        world.arena.free(first);
        assertEquals("B", world.schedule());
        assertEquals(0, world.freeRegions());
        world.arena.free(second);
        assertEquals("", world.schedule(), "B is at its window");
        assertEquals(1, world.freeRegions());
    }

    @Test
    void shouldShareTheGeneralPartWithStaging() {
        final SchedulerWorld world = new SchedulerWorld(4, 1);
        final Region staged = world.stage(1, RegionState.STAGING_CREDITED);
        world.stage(1, RegionState.STAGING_CREDITED);
        world.want("A", 1, 4, 4, 1);
        assertEquals("AA", world.schedule());
        assertNull(world.stage(1, RegionState.STAGING_CREDITED));
        world.arena.free(staged);
        assertEquals("A", world.schedule());
    }

    @Test
    void shouldGrantChunksOfManySizesWithoutOverlap() {
        final SchedulerWorld world = new SchedulerWorld(8, 4);
        final Grantee a = world.wantSizes("A", 1, 4, 1, 2, 4, 1);
        assertEquals("AAAA", world.schedule());
        assertEquals(0, world.freeRegions());
        long end = world.config.reserveBytes();
        for (final Region region : offsets(world)) {
            assertEquals(end, region.offset, "no gap and no overlap");
            end += region.blockBytes;
        }
        final Grantee b = world.wantSizes("B", 2, 4, 1, 2, 4, 1);
        assertEquals("", world.schedule());
        for (int i = 0; i < 4; i++) {
            world.finish(a);
        }
        assertEquals("BBBB", world.schedule());
        assertEquals(4, b.demand.held);
    }

    private static List<Region> offsets(final SchedulerWorld world) {
        final List<Region> regions = new ArrayList<>();
        world.arena.forEach(regions::add);
        return regions;
    }

    @Test
    void shouldNeverLetASmallLaterChunkPassItsOwnHead() {
        final SchedulerWorld world = new SchedulerWorld(8, 4);
        final Region half = world.stage(4, RegionState.STAGING_CREDITED);
        world.stage(1, RegionState.STAGING_CREDITED);
        final Grantee flow = world.wantSizes("A", 1, 4, 4, 1);
        assertEquals("", world.schedule());
        assertEquals(4 * SchedulerWorld.REGION, world.scheduler.blockedHeadBytes());
        world.arena.free(half);
        assertEquals("AA", world.schedule());
        assertEquals(0, world.scheduler.blockedHeadBytes());
        assertEquals(4 * SchedulerWorld.REGION, flow.regions.getFirst().blockBytes);
    }

    @Test
    void shouldPassOverAHeadThatDoesNotFit() {
        final SchedulerWorld world = new SchedulerWorld(8, 4);
        world.stage(4, RegionState.STAGING_CREDITED);
        world.stage(1, RegionState.STAGING_CREDITED);
        world.want("A", 1, 4, 1, 4);
        world.want("B", 2, 4, 2, 1);
        assertEquals("BB", world.schedule());
    }

    @Test
    void shouldNeverGrantTheReserve() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee flow = world.want("A", 1, 100, 100, 1);
        assertEquals("AAAAAAAA", world.schedule());
        for (final Region region : flow.regions) {
            assertFalse(world.arena.isReserve(region));
        }
        assertEquals(8 * SchedulerWorld.REGION, world.arena.freeReserveBytes());
    }

    @Test
    void shouldFollowAWindowThatChanges() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee flow = world.want("A", 1, 2, 100, 1);
        assertEquals("AA", world.schedule());
        world.scheduler.resize(flow.demand, 5);
        assertEquals("AAA", world.schedule());
        world.scheduler.resize(flow.demand, 3);
        assertEquals("", world.finishAndSchedule(flow));
        assertEquals("", world.finishAndSchedule(flow));
        assertEquals("A", world.finishAndSchedule(flow));
        assertThrows(InvariantViolation.class, () -> world.scheduler.resize(flow.demand, 0));
    }

    @Test
    void shouldRefuseToBeUsedWrongly() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee flow = world.want("A", 1, 2, 100, 1);
        assertThrows(InvariantViolation.class, () -> world.scheduler.open(flow.demand));
        assertThrows(
                InvariantViolation.class,
                () -> world.scheduler.open(new Demand(1, null, new long[] {1}, 0)));
        assertThrows(
                InvariantViolation.class,
                () -> world.scheduler.open(new Demand(1, null, new long[] {0}, 1)));
        assertThrows(InvariantViolation.class, () -> world.scheduler.release(flow.demand));
    }

    @Test
    void shouldLetTheReceiverOfAGrantCloseFlows() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee a = world.want("A", 1, 8, 100, 1);
        world.want("B", 2, 8, 3, 1);
        final CreditScheduler.Grants closing =
                new CreditScheduler.Grants() {
                    @Override
                    public void grant(final Demand demand, final int chunk, final Region region) {
                        world.grant(demand, chunk, region);
                        world.close(a);
                        assertThrows(
                                InvariantViolation.class,
                                () -> world.scheduler.schedule(world.nowNanos, this));
                    }

                    @Override
                    public void rejectNoCapacity(final Demand demand, final int chunk) {
                        world.rejectNoCapacity(demand, chunk);
                    }
                };
        world.scheduler.schedule(world.nowNanos, closing);
        assertEquals(1, a.demand.next);
        assertEquals(0, world.scheduler.wanting());
    }
}

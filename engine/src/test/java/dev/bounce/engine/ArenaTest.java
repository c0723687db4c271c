package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.config.ArenaConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArenaTest {
    private static final long MIB = 1 << 20;

    /// The defaults of design 2.7: 512 MiB, reserve of two blocks of 32 MiB.
    private final Arena arena = new Arena(new ArenaConfig(512 * MIB, MIB, 32 * MIB, 2 * MIB, 2));

    @Test
    void shouldStartWithEveryByteFreeOrInTheReserve() {
        assertEquals(512 * MIB, arena.usableBytes());
        assertEquals(448 * MIB, arena.freeBytes());
        assertEquals(64 * MIB, arena.freeReserveBytes());
        assertEquals(256 * MIB, arena.largestFreeBytes());
        assertTrue(arena.isEmpty());
    }

    @Test
    void shouldUseOnlyThePowerOfTwoPartOfTheBuffer() {
        assertEquals(
                64 * MIB, new Arena(new ArenaConfig(96 * MIB, MIB, 8 * MIB, MIB, 2)).usableBytes());
    }

    @Test
    void shouldKeepGrantsOutOfTheReserve() {
        final Region region = arena.allocate(3 * MIB, RegionState.GRANTED);
        assertEquals(64 * MIB, region.offset);
        assertEquals(4 * MIB, region.blockBytes);
        assertEquals(3 * MIB, region.bytes);
        assertFalse(arena.isReserve(region));
        assertEquals(4 * MIB, arena.bytesIn(RegionState.GRANTED));
        assertEquals(444 * MIB, arena.freeBytes());
        assertFalse(arena.isEmpty());
    }

    @Test
    void shouldHandOutWholeReserveBlocksLowestFirst() {
        final Region first = arena.allocateReserve(MIB, RegionState.STAGING_CREDITED);
        final Region second = arena.allocateReserve(32 * MIB, RegionState.STAGING_CREDITED);
        assertEquals(0, first.offset);
        assertEquals(32 * MIB, first.blockBytes);
        assertEquals(32 * MIB, second.offset);
        assertTrue(arena.isReserve(second));
        assertNull(arena.allocateReserve(MIB, RegionState.STAGING_CREDITED));
        assertEquals(0, arena.freeReserveBytes());
        assertEquals(448 * MIB, arena.freeBytes());
        arena.transition(first, RegionState.STAGING_ORPHAN);
        arena.free(first);
        assertEquals(0, arena.allocateReserve(1, RegionState.STAGING_CREDITED).offset);
    }

    @Test
    void shouldRefuseEverythingButCreditedStagingInTheReserve() {
        for (final RegionState state : RegionState.values()) {
            final Arena fresh = new Arena(new ArenaConfig(64 * MIB, MIB, 8 * MIB, MIB, 2));
            switch (state) {
                case STAGING_CREDITED, STAGING_ORPHAN ->
                        assertNotNull(fresh.allocateReserve(MIB, state));
                case GRANTED, QUEUED, SCATTERING, ORPHAN, QUARANTINED, STAGING_EAGER ->
                        assertThrows(
                                InvariantViolation.class, () -> fresh.allocateReserve(MIB, state));
            }
        }
        final Region region = arena.allocateReserve(MIB, RegionState.STAGING_CREDITED);
        assertThrows(
                InvariantViolation.class,
                () -> arena.transition(region, RegionState.STAGING_EAGER));
        assertThrows(
                InvariantViolation.class,
                () -> arena.allocateReserve(33 * MIB, RegionState.STAGING_CREDITED));
    }

    @Test
    void shouldCountBytesByStateThroughALife() {
        final Region region = arena.allocate(MIB, RegionState.GRANTED);
        for (final RegionState state :
                new RegionState[] {
                    RegionState.QUEUED, RegionState.SCATTERING, RegionState.ORPHAN
                }) {
            arena.transition(region, state);
            assertEquals(MIB, arena.bytesIn(state));
        }
        assertEquals(0, arena.bytesIn(RegionState.SCATTERING));
        arena.free(region);
        assertEquals(0, arena.bytesIn(RegionState.ORPHAN));
        assertTrue(arena.isEmpty());
    }

    @Test
    void shouldStopCountingEagerBytesWhenTheCreditComes() {
        final Region region = arena.allocate(5 * MIB, RegionState.STAGING_EAGER);
        assertEquals(8 * MIB, arena.eagerBytes(), "the block counts, not what was asked for");
        arena.transition(region, RegionState.STAGING_CREDITED);
        assertEquals(0, arena.eagerBytes());
    }

    @Test
    void shouldLeaveRoomBesideEagerStagingForTheReserveAndOneChunk() {
        assertEquals(416 * MIB, arena.eagerCapBytes());
        assertEquals(MIB, new Arena(new ArenaConfig(4 * MIB, MIB, MIB, MIB, 2)).eagerCapBytes());
        assertEquals(0, new Arena(new ArenaConfig(4 * MIB, MIB, MIB, MIB, 3)).eagerCapBytes());
    }

    @Test
    void shouldNeverTurnAGrantIntoStaging() {
        final Region grant = arena.allocate(MIB, RegionState.GRANTED);
        assertThrows(
                InvariantViolation.class,
                () -> arena.transition(grant, RegionState.STAGING_CREDITED));
        final Region staging = arena.allocate(MIB, RegionState.STAGING_EAGER);
        assertThrows(InvariantViolation.class, () -> arena.transition(staging, RegionState.QUEUED));
    }

    @Test
    void shouldBreakWhenARegionIsFreedOrChangedTwice() {
        final Region region = arena.allocate(MIB, RegionState.GRANTED);
        arena.free(region);
        assertThrows(InvariantViolation.class, () -> arena.free(region));
        assertThrows(InvariantViolation.class, () -> arena.transition(region, RegionState.QUEUED));
        final Region successor = arena.allocate(MIB, RegionState.GRANTED);
        assertEquals(region.offset, successor.offset);
        final InvariantViolation violation =
                assertThrows(InvariantViolation.class, () -> arena.free(region));
        assertEquals("a live region is freed: " + 64 * MIB, violation.getMessage());
        assertSame(successor, arena.at(successor.offset));
    }

    @Test
    void shouldFindRegionsByTheirStartOnly() {
        final Region region = arena.allocate(2 * MIB, RegionState.GRANTED);
        assertSame(region, arena.at(region.offset));
        for (final long offset :
                new long[] {
                    region.offset + 1,
                    region.offset + MIB,
                    0,
                    -MIB,
                    -1,
                    512 * MIB,
                    Long.MAX_VALUE,
                    Long.MIN_VALUE
                }) {
            assertNull(arena.at(offset), () -> "offset " + offset);
        }
    }

    @Test
    void shouldVisitRegionsByRisingOffset() {
        arena.allocate(MIB, RegionState.GRANTED);
        arena.allocate(32 * MIB, RegionState.STAGING_EAGER);
        arena.allocateReserve(MIB, RegionState.STAGING_CREDITED);
        arena.allocate(MIB, RegionState.GRANTED);
        final List<Long> offsets = new ArrayList<>();
        arena.forEach(region -> offsets.add(region.offset / MIB));
        assertEquals(List.of(0L, 64L, 65L, 96L), offsets);
    }

    @Test
    void shouldSayWhatFitsNowAndBesideEachOther() {
        assertTrue(arena.fits(256 * MIB));
        assertFalse(arena.fits(257 * MIB), "the reserve splits the other half");
        assertTrue(arena.fitsBoth(256 * MIB, 128 * MIB));
        assertFalse(arena.fitsBoth(256 * MIB, 129 * MIB));
        assertEquals(4 * MIB, arena.blockBytes(3 * MIB));
        assertEquals(0, arena.blockBytes(513 * MIB));
        assertNull(arena.allocate(257 * MIB, RegionState.GRANTED));
    }

    @Test
    void shouldSayWhatCouldFitBesideQuarantine() {
        final List<Region> regions = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            regions.add(arena.allocate(32 * MIB, RegionState.GRANTED));
        }
        assertFalse(arena.fits(1));
        assertTrue(arena.fitsBesideQuarantine(256 * MIB));
        final Region middle = regions.get(10);
        arena.transition(middle, RegionState.QUARANTINED);
        assertFalse(arena.fitsBesideQuarantine(256 * MIB));
        assertTrue(arena.fitsBesideQuarantine(128 * MIB));
        assertEquals(128 * MIB, arena.largestBesideQuarantineBytes());
        arena.free(middle);
        assertTrue(arena.fitsBesideQuarantine(256 * MIB));
        assertFalse(arena.fitsBesideQuarantine(0));
    }

    @Test
    void shouldBeRebuiltFromItsRegionsInAnyOrder() {
        final List<Region> regions = new ArrayList<>();
        regions.add(arena.allocate(3 * MIB, RegionState.QUARANTINED));
        regions.add(arena.allocate(32 * MIB, RegionState.GRANTED));
        regions.add(arena.allocate(MIB, RegionState.STAGING_EAGER));
        regions.add(arena.allocateReserve(5 * MIB, RegionState.STAGING_CREDITED));
        arena.free(regions.remove(1));
        final Arena twin = new Arena(new ArenaConfig(512 * MIB, MIB, 32 * MIB, 2 * MIB, 2));
        for (final Region region : regions.reversed()) {
            final Region placed = twin.place(region.offset, region.bytes, region.state);
            assertEquals(region.blockBytes, placed.blockBytes);
        }
        assertEquals(arena.freeBytes(), twin.freeBytes());
        assertEquals(arena.freeReserveBytes(), twin.freeReserveBytes());
        assertEquals(arena.largestBesideQuarantineBytes(), twin.largestBesideQuarantineBytes());
        for (final RegionState state : RegionState.values()) {
            assertEquals(arena.bytesIn(state), twin.bytesIn(state));
        }
        for (int i = 0; i < 20; i++) {
            assertEquals(
                    arena.allocate(MIB << i % 6, RegionState.GRANTED).offset,
                    twin.allocate(MIB << i % 6, RegionState.GRANTED).offset);
        }
        assertThrows(
                InvariantViolation.class, () -> twin.place(0, MIB, RegionState.STAGING_CREDITED));
        assertThrows(
                InvariantViolation.class,
                () -> twin.place(33 * MIB, MIB, RegionState.STAGING_CREDITED));
        assertThrows(
                InvariantViolation.class, () -> twin.place(64 * MIB, MIB, RegionState.GRANTED));
    }
}

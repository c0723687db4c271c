package dev.bounce.model.vmm;

import static dev.bounce.model.vmm.Cuts.HALF;
import static dev.bounce.model.vmm.Cuts.MIB;
import static dev.bounce.model.vmm.Cuts.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.RegisteredRegion;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionMapTest {
    /// L1.
    @Test
    void shouldFindTheRegionOfAnAddressInside() {
        final RegionMap regions = map(0x100000, 3 * MIB, MIB);
        assertEquals(new RegisteredRegion(0x100000, 3 * MIB, MIB), regions.find(0x200000));
    }

    /// L2.
    @Test
    void shouldNotKnowAnAddressBehindTheRegion() {
        assertNull(map(0x100000, MIB, MIB).find(0x300000));
    }

    /// L3.
    @Test
    void shouldTellRegionsAndTheGapBetweenThemApart() {
        final RegionMap regions = map(0x400000, 2 * MIB, HALF, 0x100000, 2 * MIB, MIB);
        assertEquals(0x100000, regions.find(0x150000).base());
        assertEquals(0x400000, regions.find(0x500000).base());
        assertNull(regions.find(0x350000));
    }

    /// L4.
    @Test
    void shouldHoldItsFirstAndLastByteButNotItsEnd() {
        final long high = 0xFFFF_8000_0000_0000L;
        for (final long base : new long[] {0x1000, Long.MAX_VALUE - 7, high, -0x2000}) {
            final RegionMap regions = map(base, 0x1000, 0);
            assertEquals(0, regions.indexOf(base));
            assertEquals(0, regions.indexOf(base + 0xFFF));
            assertEquals(-1, regions.indexOf(base + 0x1000));
            assertEquals(-1, regions.indexOf(base - 1));
            assertEquals(-1, regions.indexOf(0));
        }
    }

    @Test
    void shouldOrderBasesWithoutASign() {
        final RegionMap regions = map(-0x2000, 0x1000, 0, 0x1000, 0x1000, 0);
        assertEquals(0x1000, regions.region(0).base());
        assertEquals(1, regions.indexOf(-0x1001));
    }

    @Test
    void shouldKnowNothingWithoutRegions() {
        assertEquals(0, RegionMap.EMPTY.size());
        assertNull(RegionMap.EMPTY.find(0));
        assertFalse(RegionMap.EMPTY.covers(0, 1));
        assertEquals(-1, RegionMap.EMPTY.firstOverlapping(0, -1));
    }

    @Test
    void shouldRefuseRegionsThatShareAByte() {
        final RegisteredRegion first = new RegisteredRegion(0x1000, 16, 0);
        final RegisteredRegion second = new RegisteredRegion(0x100F, 16, 0);
        assertThrows(IllegalArgumentException.class, () -> RegionMap.of(second, first));
        assertThrows(IllegalArgumentException.class, () -> RegionMap.of(first, first));
    }

    @Test
    void shouldCoverRangesThatRunThroughNeighbours() {
        final RegionMap regions = map(0x1000, 16, 0, 0x1010, 16, 8, 0x1030, 16, 0);
        assertTrue(regions.covers(0x1000, 32));
        assertTrue(regions.covers(0x1008, 16));
        assertFalse(regions.covers(0x1000, 33));
        assertFalse(regions.covers(0x1018, 32));
        assertFalse(regions.covers(0xFFF, 2));
        assertFalse(regions.covers(0x1000, 0));
    }

    @Test
    void shouldNameARegionThatSharesAByte() {
        final RegionMap regions = map(0x1000, 16, 0, 0x1020, 16, 0);
        assertEquals(-1, regions.firstOverlapping(0x1010, 16));
        assertEquals(1, regions.firstOverlapping(0x1010, 17));
        assertEquals(0, regions.firstOverlapping(0x100F, 1));
        assertEquals(0, regions.firstOverlapping(0, -1));
    }

    @Test
    void shouldBeEqualWhateverTheOrderOfTheList() {
        final RegisteredRegion first = new RegisteredRegion(0x1000, 16, 0);
        final RegisteredRegion second = new RegisteredRegion(0x1010, 16, 4);
        assertEquals(RegionMap.of(first, second), RegionMap.of(second, first));
        assertEquals(
                RegionMap.of(first, second).hashCode(), RegionMap.of(second, first).hashCode());
        assertEquals(List.of(first, second), RegionMap.of(second, first).regions());
    }
}

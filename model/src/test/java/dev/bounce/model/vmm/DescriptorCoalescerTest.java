package dev.bounce.model.vmm;

import static dev.bounce.model.vmm.Cuts.HALF;
import static dev.bounce.model.vmm.Cuts.MIB;
import static dev.bounce.model.vmm.Cuts.coalesce;
import static dev.bounce.model.vmm.Cuts.map;
import static dev.bounce.model.vmm.Cuts.pairs;
import static dev.bounce.model.vmm.Cuts.pairsOn;
import static dev.bounce.model.vmm.Cuts.split;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.plan.DescriptorPairs;
import org.junit.jupiter.api.Test;

/// Rows with pieces of half a MiB and more.
class DescriptorCoalescerTest {
    private static final long[] P = {0x100000, 0x800000, HALF, 0x180000, 0x880000, HALF};
    private static final RegionMap FROM_ONE_CHUNK = map(0x100000, 4 * MIB, 4 * MIB);
    private static final RegionMap TO_ONE_CHUNK = map(0x800000, 4 * MIB, 4 * MIB);

    /// C1 and C2.
    @Test
    void shouldJoinOnlyWhenAskedTo() {
        assertEquals(2, split(FROM_ONE_CHUNK, TO_ONE_CHUNK, P).size());
        assertEquals(pairs(0x100000, 0x800000, MIB), coalesce(FROM_ONE_CHUNK, TO_ONE_CHUNK, P));
    }

    /// C3 and C4.
    @Test
    void shouldNotJoinAcrossChunksOrPlainRegions() {
        final long[] both = {0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB};
        assertEquals(
                pairs(both),
                coalesce(map(0x100000, 4 * MIB, MIB), map(0x800000, 4 * MIB, MIB), both));
        assertEquals(
                pairs(both),
                coalesce(
                        map(0x100000, MIB, 0, 0x200000, MIB, 0),
                        map(0x800000, MIB, 0, 0x900000, MIB, 0),
                        both));
    }

    /// C5.
    @Test
    void shouldJoinWhatContinuesAndLeaveTheRest() {
        assertEquals(
                pairs(0x100000, 0x800000, MIB, 0x300000, 0xA00000, HALF),
                coalesce(
                        map(0x100000, 4 * MIB, 2 * MIB),
                        map(0x800000, 4 * MIB, 2 * MIB),
                        0x100000,
                        0x800000,
                        HALF,
                        0x180000,
                        0x880000,
                        HALF,
                        0x300000,
                        0xA00000,
                        HALF));
    }

    /// C6.
    @Test
    void shouldNotJoinOverAGap() {
        final long[] gap = {0x100000, 0x800000, HALF, 0x200000, 0x900000, HALF};
        assertEquals(pairs(gap), coalesce(FROM_ONE_CHUNK, TO_ONE_CHUNK, gap));
    }

    /// C7.
    @Test
    void shouldNotJoinOverAnEdgeOfTheSourceAlone() {
        final long[] edge = {0x180000, 0x800000, HALF, 0x200000, 0x880000, HALF};
        assertEquals(pairs(edge), coalesce(map(0x100000, 4 * MIB, MIB), TO_ONE_CHUNK, edge));
    }

    /// C8 and C9.
    @Test
    void shouldJoinReversedPairsAndPairsOfPlainRegions() {
        assertEquals(
                pairs(0x100000, 0x800000, MIB),
                coalesce(
                        FROM_ONE_CHUNK,
                        TO_ONE_CHUNK,
                        0x180000,
                        0x880000,
                        HALF,
                        0x100000,
                        0x800000,
                        HALF));
        assertEquals(
                pairs(0x100000, 0x800000, MIB),
                coalesce(map(0x100000, 4 * MIB, 0), map(0x800000, 4 * MIB, 0), P));
    }

    /// C10.
    @Test
    void shouldNotJoinSourcesOfTwoDevices() {
        final DescriptorPairs two = pairsOn(new int[] {0, 1}, new int[] {0}, P);
        assertEquals(
                two,
                DescriptorCoalescer.coalesce(
                        two,
                        TransferSide.device(FROM_ONE_CHUNK),
                        TransferSide.device(TO_ONE_CHUNK)));
    }

    /// C11.
    @Test
    void shouldNotJoinToAFullChunk() {
        final long[] list = {0x100000, 0x800000, MIB, 0x200000, 0x900000, HALF};
        assertEquals(pairs(list), coalesce(map(0x100000, 4 * MIB, MIB), TO_ONE_CHUNK, list));
    }

    /// C26.
    @Test
    void shouldJoinUpToEachEdge() {
        assertEquals(
                pairs(0x100000, 0x900000, 2 * MIB, 0x300000, 0xB00000, 2 * MIB),
                coalesce(
                        map(0x100000, 4 * MIB, 2 * MIB),
                        map(0x900000, 4 * MIB, 0),
                        0x100000,
                        0x900000,
                        MIB,
                        0x200000,
                        0xA00000,
                        MIB,
                        0x300000,
                        0xB00000,
                        MIB,
                        0x400000,
                        0xC00000,
                        MIB));
    }

    /// C27.
    @Test
    void shouldHeedTheEdgesOfTheRemoteSide() {
        final RegionMap source = map(0x1000, 4 * MIB, 0);
        final long[] list = {0x1000, 0x880000, HALF, 0x81000, 0x900000, HALF};
        assertEquals(
                pairs(0x1000, 0x880000, MIB), coalesce(source, map(0x800000, 4 * MIB, 0), list));
        assertEquals(pairs(list), coalesce(source, map(0x800000, 4 * MIB, MIB), list));
    }

    /// C28 and C29.
    @Test
    void shouldKeepTheCutsOfOnePairAndCountEdgesFromTheBase() {
        assertEquals(
                pairs(0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB),
                coalesce(map(0x100000, 2 * MIB, MIB), TO_ONE_CHUNK, 0x100000, 0x800000, 2 * MIB));
        assertEquals(
                pairs(0x180000, 0x800000, MIB, 0x280000, 0x900000, HALF),
                coalesce(
                        map(0x180000, 4 * MIB, MIB),
                        TO_ONE_CHUNK,
                        0x180000,
                        0x800000,
                        HALF,
                        0x200000,
                        0x880000,
                        HALF,
                        0x280000,
                        0x900000,
                        HALF));
    }

    /// C30 to C32.
    @Test
    void shouldNotJoinAcrossNeighbouringRegistrations() {
        final long[] both = {0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB};
        final RegionMap oneFrom = map(0x100000, 2 * MIB, 0);
        final RegionMap oneTo = map(0x800000, 2 * MIB, 0);
        assertEquals(pairs(both), coalesce(map(0x100000, MIB, 0, 0x200000, MIB, 0), oneTo, both));
        assertEquals(pairs(0x100000, 0x800000, 2 * MIB), coalesce(oneFrom, oneTo, both));
        assertEquals(pairs(both), coalesce(oneFrom, map(0x800000, MIB, 0, 0x900000, MIB, 0), both));
    }

    /// C33 and C34.
    @Test
    void shouldKeepOrderAndPiecesWithoutJoining() {
        final RegionMap chunks = map(0x100000, 4 * MIB, MIB);
        assertEquals(
                pairs(
                        0x100000, 0x800000, HALF, 0x180000, 0x880000, HALF, 0x200000, 0x900000, MIB,
                        0x300000, 0xA00000, MIB),
                split(
                        chunks,
                        TO_ONE_CHUNK,
                        0x100000,
                        0x800000,
                        HALF,
                        0x180000,
                        0x880000,
                        HALF,
                        0x200000,
                        0x900000,
                        2 * MIB));
        final long[] reversed = {0x2000, 0x6000, 0x1000, 0x1000, 0x5000, 0x1000};
        final RegionMap small = map(0x1000, 0x2000, 0x1000);
        assertEquals(pairs(reversed), split(small, map(0x5000, 0x2000, 0), reversed));
    }

    /// C35.
    @Test
    void shouldPutShuffledBlocksInAddressOrder() {
        final long[] list = new long[12];
        final int[] order = {2, 0, 3, 1};
        for (int place = 0; place < order.length; place++) {
            list[3 * place] = 0x100000 + order[place] * HALF;
            list[3 * place + 1] = 0x800000 + order[place] * HALF;
            list[3 * place + 2] = HALF;
        }
        assertEquals(
                pairs(0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB),
                coalesce(map(0x100000, 4 * MIB, MIB), TO_ONE_CHUNK, list));
    }

    @Test
    void shouldSortByDeviceFirstAndKeepCallerOrderOfEqualSources() {
        final RegionMap from = map(0x1000, 0x1000, 0);
        final RegionMap to = map(0x5000, 0x1000, 0);
        assertEquals(
                pairsOn(
                        new int[] {0, 0, 1},
                        new int[] {0},
                        0x1200,
                        0x5800,
                        256,
                        0x1200,
                        0x5400,
                        256,
                        0x1000,
                        0x5000,
                        512),
                DescriptorCoalescer.coalesce(
                        pairsOn(
                                new int[] {1, 0, 1, 0},
                                new int[] {0},
                                0x1100,
                                0x5100,
                                256,
                                0x1200,
                                0x5800,
                                256,
                                0x1000,
                                0x5000,
                                256,
                                0x1200,
                                0x5400,
                                256),
                        TransferSide.device(from),
                        TransferSide.device(to)));
    }

    @Test
    void shouldSortAddressesTooFarApartForPackedKeys() {
        final RegionMap from = map(0x1, 0x10, 0, Long.MIN_VALUE, 0x10, 0);
        final RegionMap to = map(0x100, 0x100, 0);
        assertEquals(
                pairs(0x1, 0x110, 2, 0x8000_0000_0000_0000L, 0x100, 2),
                coalesce(
                        from,
                        to,
                        Long.MIN_VALUE + 1,
                        0x101,
                        1,
                        Long.MIN_VALUE,
                        0x100,
                        1,
                        0x2,
                        0x111,
                        1,
                        0x1,
                        0x110,
                        1));
    }
}

package dev.bounce.model.vmm;

import static dev.bounce.model.vmm.Cuts.HALF;
import static dev.bounce.model.vmm.Cuts.MIB;
import static dev.bounce.model.vmm.Cuts.map;
import static dev.bounce.model.vmm.Cuts.pairs;
import static dev.bounce.model.vmm.Cuts.split;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.plan.DescriptorPairs;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DescriptorSplitterTest {
    private static final long QUARTER_GIB = 256 * MIB;

    /// Rows D: the destination lies in one large plain region, so that the source alone cuts.
    @Nested
    class OneSide {
        private static final long TO = 0x7000_0000_0000L;
        private static final RegionMap PLAIN = map(TO, QUARTER_GIB, 0);

        /// D1.
        @Test
        void shouldCutAtEveryChunkEdge() {
            assertEquals(
                    pairs(0x200000, TO, MIB, 0x300000, TO + MIB, MIB, 0x400000, TO + 2 * MIB, HALF),
                    split(map(0x200000, 4 * MIB, MIB), PLAIN, 0x200000, TO, 2 * MIB + HALF));
        }

        /// D2.
        @Test
        void shouldCountChunksFromABaseThatIsNoMultipleOfTheirSize() {
            assertEquals(
                    pairs(
                            0x200000,
                            TO,
                            32 * MIB,
                            0x200000 + 32 * MIB,
                            TO + 32 * MIB,
                            32 * MIB,
                            0x200000 + 64 * MIB,
                            TO + 64 * MIB,
                            16 * MIB),
                    split(map(0x200000, 96 * MIB, 32 * MIB), PLAIN, 0x200000, TO, 80 * MIB));
        }

        /// D3.
        @Test
        void shouldLeaveAnUnknownAddressAlone() {
            assertEquals(
                    pairs(0x1000, TO, 4096),
                    split(map(0x200000, 4 * MIB, MIB), PLAIN, 0x1000, TO, 4096));
        }

        /// D4.
        @Test
        void shouldLeaveHostMemoryAlone() {
            final DescriptorPairs whole = pairs(0x200000, TO, 2 * MIB);
            final TransferSide host =
                    new TransferSide(MemoryKind.HOST, map(0x200000, 4 * MIB, MIB));
            assertSame(whole, DescriptorSplitter.split(whole, host, TransferSide.host()));
        }

        /// D5.
        @Test
        void shouldCutWhereAPlainRegionEnds() {
            assertEquals(
                    pairs(0x100000, TO, MIB, 0x200000, TO + MIB, MIB),
                    split(map(0x100000, MIB, 0, 0x200000, MIB, 0), PLAIN, 0x100000, TO, 2 * MIB));
        }

        /// D6.
        @Test
        void shouldLookUpTheRegionThatFollows() {
            assertEquals(
                    pairs(0x100000, TO, MIB, 0x200000, TO + MIB, MIB, 0x300000, TO + 2 * MIB, HALF),
                    split(
                            map(0x100000, 2 * MIB, MIB, 0x300000, MIB, 0),
                            PLAIN,
                            0x100000,
                            TO,
                            2 * MIB + HALF));
        }

        @Test
        void shouldStopCuttingWhereRegionsEnd() {
            assertEquals(
                    pairs(0x100000, TO, MIB, 0x200000, TO + MIB, 3 * MIB),
                    split(map(0x100000, MIB, MIB), PLAIN, 0x100000, TO, 4 * MIB));
        }
    }

    /// Rows T.
    @Nested
    class BothSides {
        /// T1.
        @Test
        void shouldCutAtTheFinerOfTwoChunkSizes() {
            assertEquals(
                    pairs(
                            0x100000, 0x800000, HALF, 0x180000, 0x880000, HALF, 0x200000, 0x900000,
                            HALF, 0x280000, 0x980000, HALF),
                    split(
                            map(0x100000, 4 * MIB, MIB),
                            map(0x800000, 4 * MIB, HALF),
                            0x100000,
                            0x800000,
                            2 * MIB));
        }

        /// T2.
        @Test
        void shouldCutForTheDestinationAlone() {
            assertEquals(
                    pairs(0x200000, 0x1800000, 2 * MIB, 0x400000, 0x1A00000, 2 * MIB),
                    split(
                            map(0x200000, 16 * MIB, 4 * MIB),
                            map(0x1800000, 16 * MIB, 2 * MIB),
                            0x200000,
                            0x1800000,
                            4 * MIB));
        }

        /// T3.
        @Test
        void shouldCutForTheSourceWithoutARemoteMap() {
            assertEquals(
                    pairs(0x100000, 0x900000, MIB, 0x200000, 0xA00000, MIB),
                    split(
                            map(0x100000, 4 * MIB, MIB),
                            RegionMap.EMPTY,
                            0x100000,
                            0x900000,
                            2 * MIB));
        }

        /// T4.
        @Test
        void shouldCutForTheDestinationWithoutALocalMap() {
            assertEquals(
                    pairs(0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB),
                    split(
                            RegionMap.EMPTY,
                            map(0x800000, 4 * MIB, MIB),
                            0x100000,
                            0x800000,
                            2 * MIB));
        }

        /// T5.
        @Test
        void shouldGiveEachRegionItsOwnChunkSize() {
            assertEquals(
                    pairs(
                            0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB, 0x300000, 0xA00000,
                            HALF, 0x380000, 0xA80000, HALF),
                    split(
                            map(0x100000, MIB, MIB, 0x200000, MIB, 0, 0x300000, MIB, HALF),
                            map(0x800000, 4 * MIB, 0),
                            0x100000,
                            0x800000,
                            3 * MIB));
        }

        /// T6.
        @Test
        void shouldCutWherePlainRegionsOfEitherSideEnd() {
            assertEquals(
                    pairs(
                            0x100000, 0x800000, HALF, 0x180000, 0x880000, HALF, 0x200000, 0x900000,
                            MIB),
                    split(
                            map(0x100000, MIB, 0, 0x200000, MIB, 0),
                            map(0x800000, HALF, 0, 0x880000, MIB + HALF, 0),
                            0x100000,
                            0x800000,
                            2 * MIB));
        }

        /// T7.
        @Test
        void shouldCutHostMemoryAlongWithDeviceMemory() {
            final TransferSide device = TransferSide.device(map(0x40000000, 8 * MIB, MIB));
            final long host = 0x10001000;
            final long at = 0x40080000;
            assertEquals(
                    pairs(
                            host,
                            at,
                            HALF,
                            host + HALF,
                            at + HALF,
                            MIB,
                            host + MIB + HALF,
                            at + MIB + HALF,
                            MIB),
                    DescriptorSplitter.split(
                            pairs(host, at, 2 * MIB + HALF), TransferSide.host(), device));
            assertEquals(
                    pairs(
                            at,
                            host,
                            HALF,
                            at + HALF,
                            host + HALF,
                            MIB,
                            at + MIB + HALF,
                            host + MIB + HALF,
                            MIB),
                    DescriptorSplitter.split(
                            pairs(at, host, 2 * MIB + HALF), device, TransferSide.host()));
        }

        /// T8.
        @Test
        void shouldCutSlotsThatStraddleChunksOfBothSides() {
            final long from = 0x7F00_0020_0000L;
            final long to = 0x7E00_0000_0000L;
            final RegionMap source = map(from, QUARTER_GIB, 16 * MIB);
            final RegionMap destination = map(to, QUARTER_GIB, 32 * MIB);
            for (final long[] slots : new long[][] {{10, 21}, {5, 10}}) {
                final long slotFrom = from + slots[0] * 3 * MIB;
                final long slotTo = to + slots[1] * 3 * MIB;
                assertEquals(
                        pairs(
                                slotFrom,
                                slotTo,
                                MIB,
                                slotFrom + MIB,
                                slotTo + MIB,
                                MIB,
                                slotFrom + 2 * MIB,
                                slotTo + 2 * MIB,
                                MIB),
                        split(source, destination, slotFrom, slotTo, 3 * MIB));
            }
        }
    }

    @Test
    void shouldReturnTheSamePairsIfNothingIsCut() {
        final DescriptorPairs whole = pairs(0x100000, 0x800000, MIB, 0x200000, 0x900000, MIB);
        final TransferSide source = TransferSide.device(map(0x100000, 4 * MIB, MIB));
        assertSame(
                whole,
                DescriptorSplitter.split(whole, source, TransferSide.device(RegionMap.EMPTY)));
    }

    @Test
    void shouldSkipEmptyPairs() {
        assertEquals(
                pairs(0x180000, 0x900000, HALF, 0x200000, 0x980000, HALF),
                split(
                        map(0x100000, 4 * MIB, MIB),
                        RegionMap.EMPTY,
                        0x100000,
                        0x800000,
                        0,
                        0x180000,
                        0x900000,
                        MIB));
    }

    @Test
    void shouldKeepTheDeviceOfEachPair() {
        assertEquals(
                Cuts.pairsOn(
                        new int[] {3, 3, 5},
                        new int[] {1, 1, 2},
                        0x180000,
                        0x900000,
                        HALF,
                        0x200000,
                        0x980000,
                        HALF,
                        0x300000,
                        0x800000,
                        HALF),
                DescriptorSplitter.split(
                        Cuts.pairsOn(
                                new int[] {3, 5},
                                new int[] {1, 2},
                                0x180000,
                                0x900000,
                                MIB,
                                0x300000,
                                0x800000,
                                HALF),
                        TransferSide.device(map(0x100000, 4 * MIB, MIB)),
                        TransferSide.device(RegionMap.EMPTY)));
    }

    @Test
    void shouldCutAtTheTopOfTheAddressSpace() {
        final long base = -0x1000;
        assertEquals(
                pairs(base, 0, 0x800, base + 0x800, 0x800, 0x7FF),
                split(map(base, 0xFFF, 0x800), RegionMap.EMPTY, base, 0, 0xFFF));
    }

    @Test
    void shouldHandleRegionsOfMoreThanHalfTheAddressSpace() {
        final DescriptorPairs whole = pairs(1, 1, Long.MAX_VALUE);
        assertEquals(
                whole,
                DescriptorSplitter.split(
                        whole,
                        TransferSide.device(map(1, -2, 0)),
                        TransferSide.device(map(1, -2, -3))));
    }
}

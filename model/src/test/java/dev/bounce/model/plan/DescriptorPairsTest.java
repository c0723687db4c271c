package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DescriptorPairsTest {
    private static final int[] ONE = {0};

    @Test
    void shouldRefuseUnequalCountsNamingThem() {
        assertRefused(
                "2 sources, 3 destinations and 2 lengths: counts differ from pair 2",
                new long[2],
                new long[3],
                new long[2]);
        assertRefused(
                "1 sources, 3 destinations and 3 lengths: counts differ from pair 1",
                new long[1],
                new long[3],
                new long[3]);
    }

    @Test
    void shouldRefuseALengthOfTwoToThe63OrMore() {
        assertRefused(
                "pair 1: length 18446744073709551615 is 2^63 or more",
                new long[] {0, 0, 0},
                new long[] {0, 0, 0},
                new long[] {1, -1, -2});
    }

    @Test
    void shouldRefuseASourceThatReachesTheEndOfTheAddressSpace() {
        assertRefused(
                "pair 1: source 0xfffffffffffff000 + 4096 bytes reaches 2^64",
                new long[] {-4096, -4096},
                new long[] {0, 0},
                new long[] {4095, 4096});
    }

    @Test
    void shouldRefuseADestinationThatReachesTheEndOfTheAddressSpace() {
        assertRefused(
                "pair 0: destination 0xffffffffffffffff + 1 bytes reaches 2^64",
                new long[] {0},
                new long[] {-1},
                new long[] {1});
    }

    @Test
    void shouldNameTheLowestIndexAtFault() {
        assertRefused(
                "pair 1: destination 0xffffffffffffffff + 7 bytes reaches 2^64",
                new long[] {0, 0, -1, 0},
                new long[] {0, -1, 0, 0},
                new long[] {7, 7, 7, -7});
    }

    @Test
    void shouldRefuseDevicesThatAreNeitherOneForEachNorOneForAll() {
        final IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                DescriptorPairs.of(
                                        new long[3], new long[3], new long[3], ONE, new int[2]));
        assertEquals(
                "2 destination devices for 3 pairs: one for each or one for all",
                error.getMessage());
    }

    @Test
    void shouldAcceptAnEmptyPairAtTheLastAddress() {
        final DescriptorPairs pairs = new PairList().add(-1, -1, 0).pairs();
        assertEquals(0, pairs.nonEmptyCount());
        assertEquals(0, pairs.totalBytes());
    }

    @Test
    void shouldAcceptPairsAcrossTheMiddleOfTheAddressSpace() {
        assertEquals(
                20,
                new PairList().add(Long.MAX_VALUE - 9, Long.MIN_VALUE, 20).pairs().totalBytes());
    }

    @Test
    void shouldCountNonEmptyPairsAndBytes() {
        final DescriptorPairs pairs =
                new PairList().add(0, 0, 5).add(9, 9, 0).add(64, 64, 3L << 32).pairs();
        assertEquals(3, pairs.size());
        assertEquals(2, pairs.nonEmptyCount());
        assertEquals((3L << 32) + 5, pairs.totalBytes());
        assertEquals(3L << 32, pairs.longestBytes());
        assertEquals(2, pairs.firstLongerThan(5));
        assertEquals(0, pairs.firstLongerThan(4));
        assertEquals(-1, pairs.firstLongerThan(3L << 32));
    }

    @Test
    void shouldSaturateTheTotal() {
        final long half = 1L << 62;
        assertEquals(
                Long.MAX_VALUE,
                new PairList().add(0, 0, half).add(half, half, half).pairs().totalBytes());
        assertEquals(
                Long.MAX_VALUE,
                new PairList().add(0, 0, half).add(half, half, half - 1).pairs().totalBytes());
        assertEquals(
                Long.MAX_VALUE - 1,
                new PairList().add(0, 0, half).add(half, half, half - 2).pairs().totalBytes());
        final long[] zero = new long[5];
        final long[] most = new long[5];
        Arrays.fill(most, Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, DescriptorPairs.of(zero, zero, most).totalBytes());
    }

    @Test
    void shouldTakeOneDeviceEntryForAll() {
        final PairList list = new PairList().add(0, 0, 1).add(1, 1, 1).add(2, 2, 1);
        final DescriptorPairs one = list.on(new int[] {7}, new int[] {9});
        assertEquals(-1, one.sourceDeviceMismatch());
        assertEquals(-1, one.destinationDeviceMismatch());
        final DescriptorPairs each = list.on(new int[] {7, 7, 8}, new int[] {9, 8, 7});
        assertEquals(2, each.sourceDeviceMismatch());
        assertEquals(1, each.destinationDeviceMismatch());
    }

    @Test
    void shouldAcceptNoPairsAtAll() {
        final DescriptorPairs none = new PairList().pairs();
        assertEquals(0, none.size());
        assertNull(none.overlappingDestination());
        assertEquals(-1, new PairList().on(new int[0], new int[0]).sourceDeviceMismatch());
    }

    @Test
    void shouldFindTwoDestinationsThatShareAByte() {
        final DescriptorPairs pairs =
                new PairList()
                        .add(0, 1000, 100)
                        .add(0, 100, 50)
                        .add(0, 500, 10)
                        .add(0, 149, 1)
                        .pairs();
        assertEquals(new DescriptorPairs.Overlap(1, 3, 149), pairs.overlappingDestination());
    }

    @Test
    void shouldFindADestinationInsideAnotherAboveTheMiddleOfTheAddressSpace() {
        final long high = Long.MIN_VALUE - 50;
        assertEquals(
                new DescriptorPairs.Overlap(0, 1, high + 60),
                new PairList()
                        .add(0, high, 100)
                        .add(0, high + 60, 10)
                        .pairs()
                        .overlappingDestination());
    }

    @Test
    void shouldNotTakeNeighboursOrEmptyPairsForAnOverlap() {
        assertNull(
                new PairList()
                        .add(0, 200, 100)
                        .add(0, 100, 100)
                        .add(0, 150, 0)
                        .add(0, 100, 0)
                        .add(0, 300, 1)
                        .pairs()
                        .overlappingDestination());
    }

    @Test
    void shouldBeEqualByContent() {
        final PairList list = new PairList().add(1, 2, 3);
        assertEquals(list.pairs(), list.pairs());
        assertEquals(list.pairs().hashCode(), list.pairs().hashCode());
        assertNotEquals(list.pairs(), list.on(new int[] {1}, ONE));
        assertTrue(list.pairs().toString().contains("1 pairs"));
    }

    private static void assertRefused(
            final String message,
            final long[] source,
            final long[] destination,
            final long[] bytes) {
        final IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> DescriptorPairs.of(source, destination, bytes));
        assertEquals(message, error.getMessage());
    }

    @Test
    void shouldKnowItsBoundsAsUnsignedAddresses() {
        final long high = Long.MIN_VALUE;
        final DescriptorPairs pairs =
                DescriptorPairs.of(
                        new long[] {high + 64, high - 32, high},
                        new long[] {300, 100, 200},
                        new long[] {32, 32, 16});
        assertEquals(high - 32, pairs.lowestSource());
        assertEquals(100, pairs.lowestDestination());
        assertTrue(pairs.hasSourcesWithin(high - 32, 128));
        assertFalse(pairs.hasSourcesWithin(high - 32, 127));
        assertFalse(pairs.hasSourcesWithin(high - 31, 1_000));
        assertTrue(pairs.hasDestinationsWithin(0, 332));
        assertFalse(pairs.hasDestinationsWithin(0, 331));
        assertFalse(pairs.hasDestinationsWithin(101, -1 - 101));
    }

    @Test
    void shouldBeWithinNothingWithoutAPair() {
        final DescriptorPairs none = DescriptorPairs.of(new long[0], new long[0], new long[0]);
        assertFalse(none.hasSourcesWithin(0, -1));
        assertFalse(none.hasDestinationsWithin(0, -1));
    }
}

package dev.bounce.model.vmm;

import static dev.bounce.model.vmm.Cuts.map;
import static dev.bounce.model.vmm.Cuts.pairs;
import static dev.bounce.model.vmm.Cuts.pairsOn;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.plan.DescriptorPairs;
import org.junit.jupiter.api.Test;

/// Rows with pieces of 256 bytes in plain regions of 4 KiB, destinations on device 1.
class SmallPieceCoalescingTest {
    private static final RegionMap FROM = map(0x1000, 0x1000, 0);
    private static final RegionMap TO = map(0x5000, 0x1000, 0);
    private static final int[] DEVICE_1 = {1};

    private static DescriptorPairs small(final long... words) {
        return pairsOn(new int[] {0}, DEVICE_1, words);
    }

    private static DescriptorPairs joined(
            final DescriptorPairs pairs, final RegionMap from, final RegionMap to) {
        return DescriptorCoalescer.coalesce(
                pairs, TransferSide.device(from), TransferSide.device(to));
    }

    private static void shouldStay(final DescriptorPairs pairs) {
        assertEquals(pairs, joined(pairs, FROM, TO));
    }

    /// C12 and C13.
    @Test
    void shouldLeaveNothingAndASinglePairAlone() {
        shouldStay(small());
        shouldStay(small(0x1000, 0x5000, 256));
    }

    /// C14 and C19.
    @Test
    void shouldJoinWhatContinuesOnBothSides() {
        assertEquals(
                small(0x1000, 0x5000, 512),
                joined(small(0x1000, 0x5000, 256, 0x1100, 0x5100, 256), FROM, TO));
        assertEquals(
                small(0x1000, 0x5000, 768),
                joined(
                        small(0x1000, 0x5000, 256, 0x1100, 0x5100, 256, 0x1200, 0x5200, 256),
                        FROM,
                        TO));
    }

    /// C15 and C16.
    @Test
    void shouldNotJoinWhatContinuesOnOneSideOnly() {
        shouldStay(small(0x1000, 0x5000, 256, 0x1100, 0x5400, 256));
        shouldStay(small(0x1000, 0x5000, 256, 0x1400, 0x5100, 256));
    }

    /// C17 and C18.
    @Test
    void shouldNotJoinDifferentDevices() {
        final long[] words = {0x1000, 0x5000, 256, 0x1100, 0x5100, 256};
        shouldStay(pairsOn(new int[] {0, 1}, DEVICE_1, words));
        shouldStay(pairsOn(new int[] {0}, new int[] {1, 2}, words));
    }

    /// C20: the third destination lies in a region of its own.
    @Test
    void shouldJoinTheFirstTwoOfThree() {
        assertEquals(
                small(0x1000, 0x5000, 512, 0x1200, 0x9000, 256),
                joined(
                        small(0x1000, 0x5000, 256, 0x1100, 0x5100, 256, 0x1200, 0x9000, 256),
                        FROM,
                        map(0x5000, 0x1000, 0, 0x9000, 0x1000, 0)));
    }

    /// C21.
    @Test
    void shouldJoinReversedPairs() {
        assertEquals(
                small(0x1000, 0x5000, 512),
                joined(small(0x1100, 0x5100, 256, 0x1000, 0x5000, 256), FROM, TO));
    }

    /// C22.
    @Test
    void shouldLeaveHostMemoryAlone() {
        final DescriptorPairs two = small(0x1100, 0x5100, 256, 0x1000, 0x5000, 256);
        assertEquals(
                two, DescriptorCoalescer.coalesce(two, TransferSide.host(), TransferSide.host()));
        assertEquals(
                two,
                DescriptorCoalescer.coalesce(two, TransferSide.device(FROM), TransferSide.host()));
        assertEquals(
                two,
                DescriptorCoalescer.coalesce(two, TransferSide.host(), TransferSide.device(TO)));
    }

    /// C23 to C25.
    @Test
    void shouldNotJoinUnknownAddresses() {
        final DescriptorPairs two = small(0x1000, 0x5000, 256, 0x1100, 0x5100, 256);
        assertEquals(two, joined(two, RegionMap.EMPTY, RegionMap.EMPTY));
        assertEquals(two, joined(two, FROM, RegionMap.EMPTY));
        assertEquals(two, joined(two, RegionMap.EMPTY, TO));
    }

    @Test
    void shouldNotJoinUnknownAddressesBesideKnownOnes() {
        final RegionMap elsewhere = map(0x100000, 0x1000, 0);
        final DescriptorPairs two = small(0x1000, 0x5000, 256, 0x1100, 0x5100, 256);
        assertEquals(two, joined(two, elsewhere, elsewhere));
        assertEquals(two, joined(two, FROM, elsewhere));
        assertEquals(two, joined(two, elsewhere, TO));
    }
}

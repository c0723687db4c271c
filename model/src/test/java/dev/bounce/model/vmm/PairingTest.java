package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.MemoryDescriptors;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.vmm.Pairing.Paired;
import dev.bounce.model.vmm.Pairing.Reason;
import dev.bounce.model.vmm.Pairing.Refused;
import org.junit.jupiter.api.Test;

/// Row T9 and what is accepted.
class PairingTest {
    private static final RegionMap LOCAL = Cuts.map(0x1000, 0x1000, 0, 0x2000, 0x1000, 0);
    private static final RegionMap REMOTE = Cuts.map(0x5000, 0x2000, 0x1000);

    private static MemoryDescriptors device(final long[] addresses, final long... bytes) {
        return MemoryDescriptors.of(MemoryKind.CUDA, addresses, bytes, 0);
    }

    private static long[] at(final long... addresses) {
        return addresses;
    }

    private static Pairing pairing(final MemoryDescriptors from, final MemoryDescriptors to) {
        return Pairing.of(from, to, LOCAL, REMOTE);
    }

    @Test
    void shouldPairByIndex() {
        assertEquals(
                new Paired(
                        DescriptorPairs.of(
                                at(0x1800, 0x1000),
                                at(0x5000, 0x6000),
                                at(0x1000, 16),
                                new int[] {0},
                                new int[] {2, 3})),
                pairing(
                        device(at(0x1800, 0x1000), 0x1000, 16),
                        MemoryDescriptors.of(
                                MemoryKind.CUDA, at(0x5000, 0x6000), at(0x1000, 16), 2, 3)));
    }

    @Test
    void shouldPairEmptyLists() {
        final MemoryDescriptors none = MemoryDescriptors.empty(MemoryKind.CUDA);
        assertEquals(new Paired(Cuts.pairs()), pairing(none, none));
    }

    @Test
    void shouldRefuseListsOfDifferentLengths() {
        assertEquals(
                new Refused(Reason.COUNTS_DIFFER, 1),
                pairing(device(at(0x1000, 0x1100), 16, 16), device(at(0x5000), 16)));
        assertEquals(
                new Refused(Reason.COUNTS_DIFFER, 0),
                pairing(MemoryDescriptors.empty(MemoryKind.CUDA), device(at(0x5000), 16)));
    }

    @Test
    void shouldNameThePairOfUnequalOrNoLength() {
        assertEquals(
                new Refused(Reason.LENGTHS_DIFFER, 1),
                pairing(device(at(0x1000, 0x1100), 16, 16), device(at(0x5000, 0x5100), 16, 17)));
        assertEquals(
                new Refused(Reason.EMPTY, 1),
                pairing(device(at(0x1000, 0x1100), 16, 0), device(at(0x5000, 0x5100), 16, 0)));
    }

    @Test
    void shouldNameThePairThatIsTooLong() {
        assertEquals(
                new Refused(Reason.TOO_LONG, 0),
                pairing(device(at(0), Long.MIN_VALUE), device(at(0), Long.MIN_VALUE)));
    }

    @Test
    void shouldNameTheSourceThatIsNotRegistered() {
        assertEquals(
                new Refused(Reason.SOURCE_UNREGISTERED, 1),
                pairing(
                        device(at(0x1000, 0x2F00), 16, 0x101),
                        device(at(0x5000, 0x5100), 16, 0x101)));
        assertEquals(
                new Refused(Reason.SOURCE_UNREGISTERED, 0),
                Pairing.of(
                        device(at(0x1000), 16),
                        device(at(0x5000), 16),
                        RegionMap.EMPTY,
                        RegionMap.EMPTY));
    }

    @Test
    void shouldNameTheDestinationThatThePeerDoesNotAdvertise() {
        assertEquals(
                new Refused(Reason.DESTINATION_UNREGISTERED, 0),
                pairing(device(at(0x1000), 16), device(at(0x6FF8), 16)));
    }

    @Test
    void shouldTrustThePeerThatAdvertisedNothing() {
        assertEquals(
                new Paired(Cuts.pairs(0x1000, 0x9000, 16)),
                Pairing.of(device(at(0x1000), 16), device(at(0x9000), 16), LOCAL, RegionMap.EMPTY));
    }

    @Test
    void shouldNotLookForHostMemoryInTheMaps() {
        final MemoryDescriptors host = MemoryDescriptors.of(MemoryKind.HOST, at(0x9), at(4), 0);
        assertEquals(new Paired(Cuts.pairs(0x9, 0x9, 4)), pairing(host, host));
        assertEquals(
                new Refused(Reason.DESTINATION_UNREGISTERED, 0), pairing(host, device(at(0x9), 4)));
    }
}

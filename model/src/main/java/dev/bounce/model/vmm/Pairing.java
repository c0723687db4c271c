package dev.bounce.model.vmm;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.MemoryDescriptors;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;

/// What becomes of a list of sources and a list of destinations that are paired by index.
public sealed interface Pairing {

    /// The lists fit together.
    ///
    /// @param pairs in the order of the lists
    record Paired(DescriptorPairs pairs) implements Pairing {}

    /// The lists are a mistake of the caller; nothing may be submitted.
    ///
    /// @param reason what is wrong
    /// @param index lowest index at fault
    record Refused(Reason reason, int index) implements Pairing {}

    /// What can be wrong with two lists.
    enum Reason {
        /// One list is longer; the index is the length of the shorter one.
        COUNTS_DIFFER,
        /// Source and destination are not of one length.
        LENGTHS_DIFFER,
        /// A descriptor has no bytes.
        EMPTY,
        /// A descriptor has 2^63 bytes or more, or ends at 2^64.
        TOO_LONG,
        /// A source in device memory is not registered from its first byte to its last.
        SOURCE_UNREGISTERED,
        /// The peer has told its regions, and they do not hold all of the destination.
        DESTINATION_UNREGISTERED
    }

    /// Checks the lists against each other and the maps, index by index.
    ///
    /// @param local device memory registered here
    /// @param remote what the peer advertises; empty = it advertised nothing, so nothing is known
    static Pairing of(
            final MemoryDescriptors source,
            final MemoryDescriptors destination,
            final RegionMap local,
            final RegionMap remote) {
        final int size = Math.min(source.size(), destination.size());
        final long[] from = new long[size];
        final long[] to = new long[size];
        final long[] bytes = new long[size];
        final int[] fromDevice = new int[size];
        final int[] toDevice = new int[size];
        final boolean checkSource = source.kind() == MemoryKind.CUDA;
        final boolean checkDestination = destination.kind() == MemoryKind.CUDA && remote.size() > 0;
        for (int index = 0; index < size; index++) {
            final MemoryDescriptor first = source.get(index);
            final MemoryDescriptor second = destination.get(index);
            final Reason fault = fault(first, second);
            if (fault != null) {
                return new Refused(fault, index);
            }
            if (checkSource && !local.covers(first.address(), first.bytes())) {
                return new Refused(Reason.SOURCE_UNREGISTERED, index);
            }
            if (checkDestination && !remote.covers(second.address(), second.bytes())) {
                return new Refused(Reason.DESTINATION_UNREGISTERED, index);
            }
            from[index] = first.address();
            to[index] = second.address();
            bytes[index] = first.bytes();
            fromDevice[index] = first.device();
            toDevice[index] = second.device();
        }
        return source.size() != destination.size()
                ? new Refused(Reason.COUNTS_DIFFER, size)
                : new Paired(
                        DescriptorPairs.of(
                                from, to, bytes, oneIfEqual(fromDevice), oneIfEqual(toDevice)));
    }

    /// The lowest pair whose destination is not within the regions that the peer has told; `null`
    /// if there is none, or it has told none.
    static Refused destinationFault(final DescriptorPairs pairs, final RegionMap remote) {
        final RegisteredRegion first = remote.find(pairs.lowestDestination());
        if (first != null && pairs.hasDestinationsWithin(first.base(), first.bytes())) {
            return null;
        }
        final int index =
                remote.size() == 0 ? -1 : remote.firstOutside(pairs.destination(), pairs.bytes());
        return index < 0 ? null : new Refused(Reason.DESTINATION_UNREGISTERED, index);
    }

    private static Reason fault(final MemoryDescriptor source, final MemoryDescriptor destination) {
        if (source.bytes() != destination.bytes()) {
            return Reason.LENGTHS_DIFFER;
        }
        if (source.bytes() == 0) {
            return Reason.EMPTY;
        }
        return source.bytes() < 0
                        || wraps(source.address(), source.bytes())
                        || wraps(destination.address(), destination.bytes())
                ? Reason.TOO_LONG
                : null;
    }

    /// The same devices in the shorter form, where there is one.
    private static int[] oneIfEqual(final int[] devices) {
        for (int index = 1; index < devices.length; index++) {
            if (devices[index] != devices[0]) {
                return devices;
            }
        }
        return new int[] {devices.length == 0 ? 0 : devices[0]};
    }

    /// Whether the end, exclusive, is no 64-bit address.
    private static boolean wraps(final long address, final long bytes) {
        return Long.compareUnsigned(address + bytes, address) <= 0;
    }
}

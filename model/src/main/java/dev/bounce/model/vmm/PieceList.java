package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.Arrays;

/// Pieces of pairs while they are cut, as parallel arrays. Devices are kept per piece only where
/// the pairs have one per pair.
final class PieceList {
    private final DescriptorPairs pairs;
    private final boolean sourceDevices;
    private final boolean destinationDevices;
    private long[] source;
    private long[] destination;
    private long[] bytes;
    private int[] pair;
    private int size;

    PieceList(final DescriptorPairs pairs) {
        this.pairs = pairs;
        // Descriptors are much shorter than chunks as a rule, so that few are cut.
        final int capacity = pairs.size() + pairs.size() / 16 + 16;
        sourceDevices = pairs.sourceDevice().length > 1;
        destinationDevices = pairs.destinationDevice().length > 1;
        source = new long[capacity];
        destination = new long[capacity];
        bytes = new long[capacity];
        pair = sourceDevices || destinationDevices ? new int[capacity] : null;
    }

    int size() {
        return size;
    }

    /// Adds the pairs `[first, end)` as they are.
    void addPairs(final int first, final int end) {
        final int count = end - first;
        if (size + count > bytes.length) {
            grow(size + count);
        }
        System.arraycopy(pairs.source(), first, source, size, count);
        System.arraycopy(pairs.destination(), first, destination, size, count);
        System.arraycopy(pairs.bytes(), first, bytes, size, count);
        for (int index = 0; pair != null && index < count; index++) {
            pair[size + index] = first + index;
        }
        size += count;
    }

    void add(final int ofPair, final long from, final long to, final long length) {
        if (size == bytes.length) {
            grow(size + 1);
        }
        source[size] = from;
        destination[size] = to;
        bytes[size] = length;
        if (pair != null) {
            pair[size] = ofPair;
        }
        size++;
    }

    /// Whether a piece that starts there goes on where the last one ends, on both sides and on the
    /// same devices, and both together are a length that a pair may have.
    boolean continues(final int ofPair, final long from, final long to, final long length) {
        final int last = size - 1;
        return last >= 0
                && from - source[last] == bytes[last]
                && to - destination[last] == bytes[last]
                && bytes[last] + length > 0
                && (!sourceDevices
                        || pairs.sourceDevice()[ofPair] == pairs.sourceDevice()[pair[last]])
                && (!destinationDevices
                        || pairs.destinationDevice()[ofPair]
                                == pairs.destinationDevice()[pair[last]]);
    }

    void extendLast(final long length) {
        bytes[size - 1] += length;
    }

    DescriptorPairs toPairs() {
        return DescriptorPairs.of(
                trimmed(source),
                trimmed(destination),
                trimmed(bytes),
                devices(pairs.sourceDevice()),
                devices(pairs.destinationDevice()));
    }

    private int[] devices(final int[] ofPairs) {
        if (ofPairs.length <= 1) {
            return ofPairs;
        }
        final int[] devices = new int[size];
        for (int piece = 0; piece < size; piece++) {
            devices[piece] = ofPairs[pair[piece]];
        }
        return devices;
    }

    private long[] trimmed(final long[] array) {
        return array.length == size ? array : Arrays.copyOf(array, size);
    }

    private void grow(final int least) {
        final int capacity = Math.addExact(least, least / 2 + 16);
        source = Arrays.copyOf(source, capacity);
        destination = Arrays.copyOf(destination, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        if (pair != null) {
            pair = Arrays.copyOf(pair, capacity);
        }
    }
}

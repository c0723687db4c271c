package dev.bounce.model.plan;

import java.util.Arrays;

/// Pairs while a test collects them.
final class PairList {
    private long[] source = new long[8];
    private long[] destination = new long[8];
    private long[] bytes = new long[8];
    private int size;

    /// Appends a pair.
    PairList add(final long from, final long to, final long length) {
        if (size == bytes.length) {
            source = Arrays.copyOf(source, 2 * size);
            destination = Arrays.copyOf(destination, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        source[size] = from;
        destination[size] = to;
        bytes[size++] = length;
        return this;
    }

    /// All on device 0.
    DescriptorPairs pairs() {
        return on(new int[] {0}, new int[] {0});
    }

    /// With devices.
    DescriptorPairs on(final int[] sourceDevice, final int[] destinationDevice) {
        return DescriptorPairs.of(
                Arrays.copyOf(source, size),
                Arrays.copyOf(destination, size),
                Arrays.copyOf(bytes, size),
                sourceDevice,
                destinationDevice);
    }
}

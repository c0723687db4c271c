package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PackedSort;
import java.util.Arrays;
import java.util.Comparator;

/// The order of pairs by (source device, unsigned source address); equal ones keep caller order.
final class SourceOrder {
    private SourceOrder() {}

    /// Index of the pair at each place, or `null` if caller order is that order.
    static int[] of(final DescriptorPairs pairs) {
        final long[] source = pairs.source();
        if (pairs.sourceDeviceMismatch() >= 0) {
            return compared(pairs);
        }
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        long different = 0;
        boolean ascending = true;
        for (int i = 0; i < source.length; i++) {
            // Signed order of sign-flipped addresses is their unsigned order.
            final long flipped = source[i] ^ Long.MIN_VALUE;
            ascending &= flipped >= highest;
            lowest = Math.min(lowest, flipped);
            highest = Math.max(highest, flipped);
            different |= source[i] ^ source[0];
        }
        if (ascending) {
            return null;
        }
        final int shift = Long.numberOfTrailingZeros(different);
        final int keyBits = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest >>> shift);
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(source.length);
        return keyBits + indexBits >= Long.SIZE
                ? compared(pairs)
                : packed(source, lowest ^ Long.MIN_VALUE, shift, keyBits, indexBits);
    }

    private static int[] packed(
            final long[] source,
            final long lowest,
            final int shift,
            final int keyBits,
            final int indexBits) {
        final int size = source.length;
        final long[] key = new long[size];
        for (int i = 0; i < size; i++) {
            key[i] = source[i] - lowest >>> shift << indexBits | i;
        }
        final long[] sorted = PackedSort.sort(key, new long[size], size, indexBits, keyBits);
        final int mask = (1 << indexBits) - 1;
        final int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = (int) sorted[i] & mask;
        }
        return order;
    }

    /// For several devices, or addresses too far apart for packed keys.
    private static int[] compared(final DescriptorPairs pairs) {
        final int[] device = pairs.sourceDevice();
        final Integer[] order = new Integer[pairs.size()];
        Arrays.setAll(order, index -> index);
        final Comparator<Integer> byDevice =
                Comparator.comparingInt(index -> device[device.length == 1 ? 0 : index]);
        Arrays.sort(
                order,
                byDevice.thenComparing(index -> pairs.source()[index], Long::compareUnsigned));
        final int[] result = new int[order.length];
        Arrays.setAll(result, place -> order[place]);
        return result;
    }
}

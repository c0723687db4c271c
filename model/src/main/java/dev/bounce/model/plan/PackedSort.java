package dev.bounce.model.plan;

import java.util.Arrays;

/// Sorts non-negative `long`s that hold a key above an index. A radix sort from the lowest digit of
/// the key: the index bits need no pass, because every pass keeps equal digits in order.
public final class PackedSort {
    private static final int MAX_DIGIT_BITS = 11;
    private static final int MAX_PASSES = 4;
    private static final int FEWEST = 256;

    private PackedSort() {}

    /// Sorts the first `size` entries of `packed`, whose indices rise.
    ///
    /// @param spare at least `size` long; its content is lost
    /// @param indexBits low bits that hold the index
    /// @param keyBits bits above them that hold the key
    /// @return the one of both arrays that holds the result
    public static long[] sort(
            final long[] packed,
            final long[] spare,
            final int size,
            final int indexBits,
            final int keyBits) {
        final int passes = (keyBits + MAX_DIGIT_BITS - 1) / MAX_DIGIT_BITS;
        if (size < FEWEST || passes > MAX_PASSES) {
            Arrays.sort(packed, 0, size);
            return packed;
        }
        final int digitBits = (keyBits + passes - 1) / passes;
        final int[] place = new int[1 << digitBits];
        long[] from = packed;
        long[] to = spare;
        for (int pass = 0; pass < passes; pass++) {
            distribute(from, to, size, indexBits + pass * digitBits, place);
            final long[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void distribute(
            final long[] from,
            final long[] to,
            final int size,
            final int shift,
            final int[] place) {
        final int mask = place.length - 1;
        Arrays.fill(place, 0);
        for (int i = 0; i < size; i++) {
            place[(int) (from[i] >>> shift) & mask]++;
        }
        int next = 0;
        for (int digit = 0; digit < place.length; digit++) {
            final int digits = place[digit];
            place[digit] = next;
            next += digits;
        }
        for (int i = 0; i < size; i++) {
            final long value = from[i];
            final int digit = (int) (value >>> shift) & mask;
            to[place[digit]] = value;
            place[digit]++;
        }
    }
}

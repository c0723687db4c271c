package dev.bounce.model.workload;

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
final class SplitMix64 {
    private long state;

    SplitMix64(final long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /// A number in `[0, bound)`: the upper half of the product (Lemire 2019, without rejection; the
    /// bias is below `bound` / 2^64).
    int below(final int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }

    /// A permutation of `[0, size)`: the shuffle of Fisher and Yates in the form of Durstenfeld
    /// (1964), from the last element down.
    int[] permutation(final int size) {
        final int[] order = new int[size];
        for (int index = 0; index < size; index++) {
            order[index] = index;
        }
        for (int index = size - 1; index > 0; index--) {
            final int other = below(index + 1);
            final int held = order[index];
            order[index] = order[other];
            order[other] = held;
        }
        return order;
    }
}

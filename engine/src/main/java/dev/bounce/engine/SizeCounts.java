package dev.bounce.engine;

/// How many heads there are of each block size. A block size is a power of two, so a set of sizes
/// is a `long` with the bits of its members: their bitwise or.
final class SizeCounts {
    /// Size of a chunk that is larger than any block; no set of sizes that fit has it.
    static final long TOO_LARGE = Long.MIN_VALUE;

    private final int[] counts = new int[Long.SIZE];
    private long sizes;

    /// The set of all sizes up to that one, [#TOO_LARGE] left out.
    ///
    /// @param bytes a block size, or 0 for the empty set
    static long upTo(final long bytes) {
        return bytes == 0 ? 0 : (bytes << 1) - 1;
    }

    void add(final long size) {
        counts[Long.numberOfTrailingZeros(size)]++;
        sizes |= size;
    }

    void remove(final long size) {
        final int left = --counts[Long.numberOfTrailingZeros(size)];
        Invariant.check(left >= 0, "a size that was counted is removed", size);
        if (left == 0) {
            sizes &= ~size;
        }
    }

    /// The set of the sizes that are there.
    long sizes() {
        return sizes;
    }
}

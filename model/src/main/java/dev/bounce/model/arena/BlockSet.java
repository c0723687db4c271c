package dev.bounce.model.arena;

/// Set of block indexes that finds its lowest member in one step per 64-fold of its size.
///
/// A bit of the lowest level is a member; a bit of a level above says that the word below it is not
/// zero. Every operation touches at most one word per level and allocates nothing.
final class BlockSet {
    private final long[][] levels;

    /// An empty set of indexes in `[0, capacity)`.
    BlockSet(final int capacity) {
        int depth = 1;
        for (int words = wordsFor(capacity); words > 1; words = wordsFor(words)) {
            depth++;
        }
        levels = new long[depth][];
        int words = capacity;
        for (int level = 0; level < depth; level++) {
            words = wordsFor(words);
            levels[level] = new long[words];
        }
    }

    private static int wordsFor(final int bits) {
        return (int) (((long) bits + 63) >>> 6);
    }

    boolean contains(final int index) {
        return (levels[0][index >>> 6] & 1L << index) != 0;
    }

    /// Adds an index that is not in the set.
    void add(final int index) {
        int bit = index;
        for (final long[] level : levels) {
            final int word = bit >>> 6;
            final long before = level[word];
            level[word] = before | 1L << bit;
            if (before != 0) {
                return; // the levels above know this word already
            }
            bit = word;
        }
    }

    /// Removes an index that is in the set.
    void remove(final int index) {
        int bit = index;
        for (final long[] level : levels) {
            final int word = bit >>> 6;
            level[word] &= ~(1L << bit);
            if (level[word] != 0) {
                return;
            }
            bit = word;
        }
    }

    /// The lowest member, -1 if there is none.
    int first() {
        int level = levels.length - 1;
        if (levels[level][0] == 0) {
            return -1;
        }
        int word = 0;
        while (level >= 0) {
            word = (word << 6) + Long.numberOfTrailingZeros(levels[level][word]);
            level--;
        }
        return word;
    }
}

package dev.bounce.model.arena;

import java.util.Arrays;

/// What a buddy allocator is, said without data structures: free blocks are the largest aligned
/// blocks that hold no live granule.
final class NaiveBuddy {
    private final int reserve;

    /// By granule: granules of the live block that starts there, -1 inside one or in the reserve.
    private final int[] use;

    NaiveBuddy(final int granules, final int reserve) {
        this.reserve = reserve;
        use = new int[granules];
        Arrays.fill(use, 0, reserve, -1);
    }

    static int rounded(final int granules) {
        int size = 1;
        while (size < granules) {
            size *= 2;
        }
        return size;
    }

    /// First granule of the smallest free block of at least that many granules, the lowest of its
    /// size; -1 if none.
    int find(final int granules) {
        for (int size = rounded(granules); size <= use.length; size *= 2) {
            for (int start = 0; start < use.length; start += size) {
                if (isFree(start, size) && !isFree(start & -(2 * size), 2 * size)) {
                    return start;
                }
            }
        }
        return -1;
    }

    boolean isFree(final int start, final int size) {
        if (start < 0 || start + size > use.length) {
            return false;
        }
        for (int granule = start; granule < start + size; granule++) {
            if (use[granule] != 0) {
                return false;
            }
        }
        return true;
    }

    void take(final int start, final int granules) {
        final int size = rounded(granules);
        Arrays.fill(use, start, start + size, -1);
        use[start] = size;
    }

    boolean free(final int start) {
        if (start < 0 || start >= use.length || use[start] <= 0) {
            return false;
        }
        Arrays.fill(use, start, start + use[start], 0);
        return true;
    }

    int liveSize(final int start) {
        return start < 0 || start >= use.length ? 0 : Math.max(0, use[start]);
    }

    int largestFree() {
        for (int size = use.length; size > 0; size /= 2) {
            for (int start = 0; start < use.length; start += size) {
                if (isFree(start, size)) {
                    return size;
                }
            }
        }
        return 0;
    }

    int freeGranules() {
        int count = 0;
        for (int granule = reserve; granule < use.length; granule++) {
            count += use[granule] == 0 ? 1 : 0;
        }
        return count;
    }

    int liveBlocks() {
        int count = 0;
        for (final int size : use) {
            count += size > 0 ? 1 : 0;
        }
        return count;
    }

    /// Start of the live block with that rank by offset, counted round; -1 if none is live.
    int liveStart(final int rank) {
        final int blocks = liveBlocks();
        int left = blocks == 0 ? -1 : rank % blocks;
        for (int granule = 0; granule < use.length; granule++) {
            if (use[granule] > 0 && left-- == 0) {
                return granule;
            }
        }
        return -1;
    }

    NaiveBuddy copy() {
        final NaiveBuddy copy = new NaiveBuddy(use.length, reserve);
        System.arraycopy(use, 0, copy.use, 0, use.length);
        return copy;
    }
}

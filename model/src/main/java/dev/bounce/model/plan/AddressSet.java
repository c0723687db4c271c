package dev.bounce.model.plan;

import java.util.Arrays;

/// A set of bytes of a 64-bit address space, as maximal intervals in unsigned order. Immutable,
/// with final fields only, so that a thread that finds one sees it whole.
///
/// Made from intervals `[address, address + bytes)` that do not reach 2^64. Starts and ends are
/// sorted apart from each other: between the k-th smallest end and the k-th smallest start there is
/// a gap exactly where k intervals lie below it and all others above.
final class AddressSet {
    /// No byte is in two intervals. No interval holds that byte, because none reaches 2^64.
    static final long NOTHING_SHARED = -1;

    /// Signed order of sign-flipped numbers is unsigned order.
    private static final long FLIP = Long.MIN_VALUE;

    private final long[] start;
    private final long[] end;

    private AddressSet(final long[] start, final long[] end) {
        this.start = start;
        this.end = end;
    }

    /// The union of the first `count` intervals; empty intervals add nothing.
    static AddressSet of(final long[] address, final long[] bytes, final int count) {
        final long[] start = new long[count];
        final long[] end = new long[count];
        final int size = sortApart(address, bytes, count, start, end);
        int intervals = 0;
        int first = 0;
        for (int i = 1; i <= size; i++) {
            if (i == size || start[i] > end[i - 1]) {
                start[intervals] = start[first];
                end[intervals++] = end[i - 1];
                first = i;
            }
        }
        return new AddressSet(Arrays.copyOf(start, intervals), Arrays.copyOf(end, intervals));
    }

    /// The lowest start of an interval that another one holds too, [#NOTHING_SHARED] if the
    /// intervals are disjoint.
    static long firstShared(final long[] address, final long[] bytes) {
        final long[] start = new long[bytes.length];
        final long[] end = new long[bytes.length];
        final int size = sortApart(address, bytes, bytes.length, start, end);
        for (int i = 1; i < size; i++) {
            if (start[i] < end[i - 1]) {
                return start[i] ^ FLIP;
            }
        }
        return NOTHING_SHARED;
    }

    /// Number of maximal intervals.
    int size() {
        return start.length;
    }

    /// Whether a byte of `[base, base + length)` is in the set; a range that would pass 2^64 ends
    /// there.
    boolean intersects(final long base, final long length) {
        if (length == 0) {
            return false;
        }
        final long first = base ^ FLIP;
        final long last = base + (length - 1) ^ FLIP;
        final int found = firstEndAbove(first);
        return found < end.length && start[found] <= (last < first ? Long.MAX_VALUE : last);
    }

    /// Whether both sets have a byte in common.
    boolean intersects(final AddressSet other) {
        int mine = 0;
        int theirs = 0;
        while (mine < start.length && theirs < other.start.length) {
            if (end[mine] <= other.start[theirs]) {
                mine++;
            } else if (other.end[theirs] <= start[mine]) {
                theirs++;
            } else {
                return true;
            }
        }
        return false;
    }

    private int firstEndAbove(final long address) {
        final int found = Arrays.binarySearch(end, address);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /// Fills `start` and `end` with the sign-flipped borders of the non-empty intervals, each in
    /// ascending order; returns how many there are.
    private static int sortApart(
            final long[] address,
            final long[] bytes,
            final int count,
            final long[] start,
            final long[] end) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] != 0) {
                start[size] = address[i] ^ FLIP;
                end[size++] = address[i] + bytes[i] ^ FLIP;
            }
        }
        Arrays.sort(start, 0, size);
        Arrays.sort(end, 0, size);
        return size;
    }
}

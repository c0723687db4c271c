package dev.bounce.hw.memory;

import java.util.Arrays;
import java.util.List;

/// The registered ranges at one moment, by rising base. Immutable.
public final class RangeTable {
    static final RangeTable EMPTY = new RangeTable(new MemoryRange[0]);

    private final MemoryRange[] ranges;

    private RangeTable(final MemoryRange[] ranges) {
        this.ranges = ranges;
    }

    /// The range that holds all of `[address, address + bytes)`, or `null`.
    ///
    /// @param bytes not negative
    public MemoryRange find(final long address, final long bytes) {
        int low = 0;
        int high = ranges.length - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            if (ranges[middle].base() <= address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high >= 0 && ranges[high].contains(address, bytes) ? ranges[high] : null;
    }

    /// The range that starts there, or `null`.
    MemoryRange at(final long base) {
        final MemoryRange range = find(base, 0);
        return range != null && range.base() == base ? range : null;
    }

    /// A range that shares a byte with `[base, base + length)`, or `null`.
    MemoryRange overlapping(final long base, final long length) {
        for (final MemoryRange range : ranges) {
            if (base < range.base() + range.length() && range.base() < base + length) {
                return range;
            }
        }
        return null;
    }

    RangeTable with(final MemoryRange added) {
        final MemoryRange[] more = Arrays.copyOf(ranges, ranges.length + 1);
        int at = ranges.length;
        while (at > 0 && more[at - 1].base() > added.base()) {
            more[at] = more[at - 1];
            at--;
        }
        more[at] = added;
        return new RangeTable(more);
    }

    RangeTable without(final MemoryRange removed) {
        return new RangeTable(
                Arrays.stream(ranges)
                        .filter(range -> range != removed)
                        .toArray(MemoryRange[]::new));
    }

    /// All ranges by rising base.
    public List<MemoryRange> toList() {
        return List.of(ranges);
    }
}

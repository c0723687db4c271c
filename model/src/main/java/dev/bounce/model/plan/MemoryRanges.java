package dev.bounce.model.plan;

import java.util.Arrays;

/// Registered ranges of memory, in unsigned order of their addresses; no two overlap. Not
/// thread-safe.
///
/// A look-up costs the logarithm of the number of ranges, a change its number. Ranges that abut are
/// one stretch for [#bytesFrom]: a pool may be registered chunk by chunk, and runs that the sender
/// merged know nothing of those edges.
public final class MemoryRanges implements DestinationRanges {
    private static final long FLIP = Long.MIN_VALUE;

    private int size;
    private long[] base = new long[8];
    private long[] length = new long[8];

    // Stretches of abutting ranges, sign-flipped; made again at the first look-up after a change.
    private boolean stretched;
    private int stretches;
    private long[] stretchStart = new long[8];
    private long[] stretchEnd = new long[8];

    /// Adds a range.
    ///
    /// @param address first byte
    /// @param bytes length, `[1, 2^63)`
    /// @return false, and no change, if it is empty, reaches 2^64, or overlaps another
    public boolean add(final long address, final long bytes) {
        if (bytes <= 0 || (address & ~(address + bytes)) < 0) {
            return false;
        }
        final int at = indexBelow(address) + 1;
        if (at > 0 && Long.compareUnsigned(address - base[at - 1], length[at - 1]) < 0
                || at < size && Long.compareUnsigned(base[at] - address, bytes) < 0) {
            return false;
        }
        if (size == base.length) {
            base = Arrays.copyOf(base, 2 * size);
            length = Arrays.copyOf(length, 2 * size);
        }
        System.arraycopy(base, at, base, at + 1, size - at);
        System.arraycopy(length, at, length, at + 1, size - at);
        base[at] = address;
        length[at] = bytes;
        size++;
        stretched = false;
        return true;
    }

    /// Removes the range with exactly that base; false, and no change, if there is none.
    public boolean remove(final long address) {
        final int at = indexBelow(address);
        if (at < 0 || base[at] != address) {
            return false;
        }
        size--;
        System.arraycopy(base, at + 1, base, at, size - at);
        System.arraycopy(length, at + 1, length, at, size - at);
        stretched = false;
        return true;
    }

    /// Number of ranges.
    public int size() {
        return size;
    }

    /// First byte of a range.
    ///
    /// @param index 0-based, in the order of addresses
    public long base(final int index) {
        return base[index];
    }

    /// Length of a range.
    ///
    /// @param index 0-based, in the order of addresses
    public long length(final int index) {
        return length[index];
    }

    /// Index of the range that holds a byte, -1 if none does.
    public int indexOf(final long address) {
        final int at = indexBelow(address);
        return at >= 0 && Long.compareUnsigned(address - base[at], length[at]) < 0 ? at : -1;
    }

    /// Whether `[address, address + bytes)` lies in one range. No bytes lie nowhere.
    ///
    /// @param bytes unsigned
    public boolean contains(final long address, final long bytes) {
        final int at = indexOf(address);
        return bytes != 0
                && at >= 0
                && Long.compareUnsigned(bytes, length[at] - (address - base[at])) <= 0;
    }

    @Override
    public long bytesFrom(final long address) {
        if (!stretched) {
            stretch();
        }
        final long flipped = address ^ FLIP;
        final int found = Arrays.binarySearch(stretchStart, 0, stretches, flipped);
        final int at = found >= 0 ? found : -found - 2;
        return at >= 0 && flipped < stretchEnd[at] ? stretchEnd[at] - flipped : 0;
    }

    private void stretch() {
        if (stretchStart.length < size) {
            stretchStart = new long[base.length];
            stretchEnd = new long[base.length];
        }
        stretches = 0;
        for (int i = 0; i < size; i++) {
            final long start = base[i] ^ FLIP;
            if (stretches > 0 && stretchEnd[stretches - 1] == start) {
                stretchEnd[stretches - 1] = start + length[i];
            } else {
                stretchStart[stretches] = start;
                stretchEnd[stretches++] = start + length[i];
            }
        }
        stretched = true;
    }

    /// Index of the last range whose base is not above `address`, -1 if there is none.
    private int indexBelow(final long address) {
        int low = 0;
        int high = size;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (Long.compareUnsigned(base[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}

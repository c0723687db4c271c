package dev.bounce.hw.memory;

import java.lang.foreign.MemorySegment;

/// Translates addresses to places in registered ranges, without an object per address. Addresses
/// that follow each other mostly lie in one range, which is tried first. One thread.
public final class RangeCursor {
    private final RangeTable table;
    private MemoryRange current;

    /// Translates by the ranges of that moment.
    public RangeCursor(final RangeTable table) {
        this.table = table;
    }

    /// Whether `[address, address + bytes)` lies in one range; [#segment] and [#offsetOf] then
    /// refer to that range.
    ///
    /// @param bytes not negative
    public boolean seek(final long address, final long bytes) {
        if (current != null && current.contains(address, bytes)) {
            return true;
        }
        final MemoryRange found = table.find(address, bytes);
        if (found == null) {
            return false;
        }
        current = found;
        return true;
    }

    /// The range last found.
    public MemoryRange range() {
        return current;
    }

    /// The bytes of the range last found.
    public MemorySegment segment() {
        return current.segment();
    }

    /// Offset of an address in [#segment].
    public long offsetOf(final long address) {
        return address - current.base();
    }
}

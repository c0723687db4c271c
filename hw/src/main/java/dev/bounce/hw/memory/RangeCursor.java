package dev.bounce.hw.memory;

import java.lang.foreign.MemorySegment;

/// Translates addresses to places in registered ranges, without an object per address. Addresses
/// that follow each other mostly lie in one range, which is tried first. What is contiguous in
/// memory may lie in several ranges that abut. One thread.
public final class RangeCursor {
    private final RangeTable table;
    private MemoryRange current;

    /// Translates by the ranges of that moment.
    public RangeCursor(final RangeTable table) {
        this.table = table;
    }

    /// Finds the range that holds `address`; [#range], [#segment] and [#offsetOf] then refer to it.
    ///
    /// @param bytes at least 1
    /// @return how many of `[address, address + bytes)` lie in that range, at least 1
    /// @throws IllegalStateException if no range holds `address`
    public long seek(final long address, final long bytes) {
        if (current == null || !current.contains(address, 1)) {
            final MemoryRange found = table.find(address, 1);
            if (found == null) {
                throw new IllegalStateException("%#x is not registered".formatted(address));
            }
            current = found;
        }
        return Math.min(bytes, current.length() - (address - current.base()));
    }

    /// Checks that every byte of `[address, address + bytes)` is registered.
    ///
    /// @throws IllegalStateException at the first byte that is not
    public void require(final long address, final long bytes) {
        if (current != null && current.contains(address, bytes)) {
            return;
        }
        long done = 0;
        while (done < bytes) {
            done += seek(address + done, bytes - done);
        }
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

    /// Copies `[address, address + bytes)` to a segment.
    ///
    /// @throws IllegalStateException at the first byte that is not registered
    public void read(
            final long address, final MemorySegment target, final long offset, final long bytes) {
        long done = 0;
        while (done < bytes) {
            final long step = seek(address + done, bytes - done);
            MemorySegment.copy(segment(), offsetOf(address + done), target, offset + done, step);
            done += step;
        }
    }

    /// Copies bytes of a segment to `[address, address + bytes)`.
    ///
    /// @throws IllegalStateException at the first byte that is not registered
    public void write(
            final MemorySegment source, final long offset, final long address, final long bytes) {
        long done = 0;
        while (done < bytes) {
            final long step = seek(address + done, bytes - done);
            MemorySegment.copy(source, offset + done, segment(), offsetOf(address + done), step);
            done += step;
        }
    }
}

package dev.bounce.hw.memory;

import java.lang.foreign.MemorySegment;

/// One registered range. It can be translated until it is removed; peers may put into it until its
/// gate is closed.
///
/// @param base first address
/// @param length bytes
/// @param segment the same bytes; not to be read or written if they are of a device
/// @param puttable whether another process can put into it, where puts map it
/// @param foreignPuts entered by puts of other agents of this process
public record MemoryRange(
        long base, long length, MemorySegment segment, boolean puttable, UseGate foreignPuts) {

    /// Whether `[address, address + bytes)` lies in it; `bytes` must not be negative. Right also
    /// for addresses that are negative as `long`, because the difference wraps the same way.
    public boolean contains(final long address, final long bytes) {
        final long offset = address - base;
        return offset >= 0 && bytes <= length && offset <= length - bytes;
    }
}

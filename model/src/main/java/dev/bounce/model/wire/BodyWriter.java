package dev.bounce.model.wire;

import java.lang.foreign.MemorySegment;

/// One body inside a frame, written at offsets from its start. The target is all zero before, so
/// that reserved fields and padding need no write. A value that its field cannot hold is an error
/// of the caller: `IllegalArgumentException` with the name and the value.
final class BodyWriter {
    private final MemorySegment frame;
    private long start;

    BodyWriter(final MemorySegment frame) {
        this.frame = frame;
    }

    /// Moves to the body at frame offset `bodyStart`.
    void enter(final long bodyStart) {
        start = bodyStart;
    }

    void u8(final int offset, final int value) {
        frame.set(WireLayout.U8, start + offset, (byte) value);
    }

    void u16(final int offset, final String name, final int value) {
        requireRange(name, value, 0, 0xFFFF);
        frame.set(WireLayout.U16, start + offset, (short) value);
    }

    /// A u32 that is not negative as an `int`: an index, a count or a limit.
    void u31(final int offset, final String name, final int value) {
        requireRange(name, value, 0, Integer.MAX_VALUE);
        frame.set(WireLayout.U32, start + offset, value);
    }

    /// A u64 that is not negative as a `long`: a limit.
    void u63(final int offset, final String name, final long value) {
        requireRange(name, value, 0, Long.MAX_VALUE);
        u64(offset, value);
    }

    void u64(final int offset, final long value) {
        frame.set(WireLayout.U64, start + offset, value);
    }

    void bytes(final int offset, final byte[] bytes) {
        MemorySegment.copy(bytes, 0, frame, WireLayout.U8, start + offset, bytes.length);
    }

    void longs(final int offset, final long[] longs) {
        MemorySegment.copy(longs, 0, frame, WireLayout.U64, start + offset, longs.length);
    }

    void ints(final int offset, final int[] ints) {
        MemorySegment.copy(ints, 0, frame, WireLayout.U32, start + offset, ints.length);
    }

    static void requireRange(
            final String name, final long value, final long lowest, final long highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(
                    name + " is " + value + ", must be in [" + lowest + ", " + highest + "]");
        }
    }
}

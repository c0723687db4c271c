package dev.bounce.model.wire;

import java.lang.foreign.MemorySegment;

/// One body inside a frame, read at offsets from its start. The number reads do not check the
/// length: a codec calls [#holds(int)] for its fixed fields, and [#holdsEntries] or
/// [#holdsBytes] before it reads, and so before it allocates, anything whose size the peer chose.
///
/// The first fault is kept; after one, whatever the codec returns is thrown away.
final class BodyReader {
    private final MemorySegment frame;
    private long start;
    private int length;
    private Decoded.Malformed fault;

    BodyReader(final MemorySegment frame) {
        this.frame = frame;
    }

    /// Moves to the body of `bodyBytes` at frame offset `bodyStart`, both inside the frame.
    void enter(final long bodyStart, final int bodyBytes) {
        start = bodyStart;
        length = bodyBytes;
    }

    /// The first fault, `null` if there is none.
    Decoded.Malformed fault() {
        return fault;
    }

    int length() {
        return length;
    }

    /// Whether the body has at least `fixedBytes`; if not, that is its fault.
    boolean holds(final int fixedBytes) {
        return fixedBytes <= length || fail(Decoded.Reason.TRUNCATED_BODY, length);
    }

    /// Whether `count` entries fit behind offset `first`; if not, the count field at `countAt` is
    /// at fault.
    ///
    /// @param count an unsigned 32-bit number, so that no product overflows
    boolean holdsEntries(
            final int countAt, final long count, final int first, final int entryBytes) {
        return count * entryBytes <= length - first
                || fail(Decoded.Reason.COUNT_BEYOND_BODY, countAt);
    }

    /// Whether the length field at `lengthAt` is in its range and that many bytes, padded, fit
    /// behind offset `first`; if not, the field is at fault.
    boolean holdsBytes(
            final int lengthAt,
            final int byteCount,
            final int lowest,
            final int highest,
            final int first) {
        if (byteCount < lowest || byteCount > highest) {
            return fail(Decoded.Reason.LENGTH_OUT_OF_RANGE, lengthAt);
        }
        return WireLayout.padded(byteCount) <= length - first
                || fail(Decoded.Reason.COUNT_BEYOND_BODY, lengthAt);
    }

    /// Records a fault at a body offset; always false.
    boolean fail(final Decoded.Reason reason, final int offset) {
        if (fault == null) {
            fault = new Decoded.Malformed(reason, Math.toIntExact(start + offset));
        }
        return false;
    }

    int u8(final int offset) {
        return frame.get(WireLayout.U8, start + offset) & 0xFF;
    }

    int u16(final int offset) {
        return frame.get(WireLayout.U16, start + offset) & 0xFFFF;
    }

    long u32(final int offset) {
        return Integer.toUnsignedLong(frame.get(WireLayout.U32, start + offset));
    }

    long u64(final int offset) {
        return frame.get(WireLayout.U64, start + offset);
    }

    /// A u32 that numbers something; 2^31 and more is a fault.
    int index(final int offset) {
        final int value = frame.get(WireLayout.U32, start + offset);
        if (value < 0) {
            fail(Decoded.Reason.INDEX_OUT_OF_RANGE, offset);
        }
        return value;
    }

    /// A u32 that limits something: what does not fit an `int` is as good as its largest value.
    int limit32(final int offset) {
        return (int) Math.min(u32(offset), Integer.MAX_VALUE);
    }

    /// A u64 that limits something: what does not fit a `long` is as good as its largest value.
    long limit64(final int offset) {
        final long value = u64(offset);
        return value < 0 ? Long.MAX_VALUE : value;
    }

    byte[] bytes(final int offset, final int count) {
        final byte[] bytes = new byte[count];
        MemorySegment.copy(frame, WireLayout.U8, start + offset, bytes, 0, count);
        return bytes;
    }

    long[] longs(final int offset, final int count) {
        final long[] longs = new long[count];
        MemorySegment.copy(frame, WireLayout.U64, start + offset, longs, 0, count);
        return longs;
    }

    int[] ints(final int offset, final int count) {
        final int[] ints = new int[count];
        MemorySegment.copy(frame, WireLayout.U32, start + offset, ints, 0, count);
        return ints;
    }
}

package dev.bounce.model.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Puts little-endian numbers into a frame, to forge what the encoder would not write.
final class WireBytes {
    private final ByteBuffer bytes;

    WireBytes(final byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    WireBytes u16(final int offset, final int value) {
        bytes.putShort(offset, (short) value);
        return this;
    }

    WireBytes u32(final int offset, final int value) {
        bytes.putInt(offset, value);
        return this;
    }

    WireBytes u64(final int offset, final long value) {
        bytes.putLong(offset, value);
        return this;
    }

    int u32(final int offset) {
        return bytes.getInt(offset);
    }

    static byte[] joined(final byte[] first, final byte[] second) {
        final byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    static byte[] filled(final int count, final int value) {
        final byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}

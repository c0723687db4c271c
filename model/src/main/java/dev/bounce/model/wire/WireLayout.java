package dev.bounce.model.wire;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// How numbers and byte strings stand on the wire: little-endian, at any alignment.
final class WireLayout {
    static final ValueLayout.OfByte U8 = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort U16 =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt U32 =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong U64 =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private WireLayout() {}

    /// Bytes that `length` bytes take with their padding: the next multiple of 8.
    static int padded(final int length) {
        return length + 7 & -8;
    }
}

package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Frames that leave in one message, since a message for each costs a system call at both ends: u32
/// length, bytes, and so on.
final class UcxBatch {
    /// Most bytes of a message.
    static final int MOST_BYTES = 64 << 10;

    private static final int LENGTH_BYTES = Integer.BYTES;

    private UcxBatch() {}

    /// Whether a frame fits behind what is there.
    ///
    /// @param at bytes that are there
    static boolean fits(final byte[] frame, final long at, final MemorySegment data) {
        return frame.length <= data.byteSize() - at - LENGTH_BYTES;
    }

    /// Puts a frame that fits behind what is there.
    ///
    /// @param at bytes that are there
    /// @return bytes that are there now
    static int put(final byte[] frame, final int at, final MemorySegment data) {
        data.set(JAVA_INT_UNALIGNED, at, frame.length);
        MemorySegment.copy(frame, 0, data, JAVA_BYTE, at + LENGTH_BYTES, frame.length);
        return at + LENGTH_BYTES + frame.length;
    }

    /// Hands out the frames in order, up to one that is cut off or too large; none of a message
    /// that is larger than any this side sends.
    ///
    /// @return whether it is whole
    static boolean read(
            final MemorySegment data, final int maxFrameBytes, final Consumer<byte[]> frames) {
        if (data.byteSize() > MOST_BYTES) {
            return false;
        }
        long at = 0;
        while (at < data.byteSize()) {
            if (data.byteSize() - at < LENGTH_BYTES) {
                return false;
            }
            final int length = data.get(JAVA_INT_UNALIGNED, at);
            at += LENGTH_BYTES;
            if (length < 0 || length > maxFrameBytes || length > data.byteSize() - at) {
                return false;
            }
            frames.accept(data.asSlice(at, length).toArray(JAVA_BYTE));
            at += length;
        }
        return true;
    }
}

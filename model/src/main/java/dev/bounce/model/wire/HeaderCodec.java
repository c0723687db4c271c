package dev.bounce.model.wire;

import java.lang.foreign.MemorySegment;

/// The 88 bytes in front of every body; their layout table is that of [Header]. Flags and reserved
/// fields are written as 0 and ignored when read.
final class HeaderCodec {
    static final int BODY_BYTES = 8;

    private static final int MAGIC = 0;
    private static final int VERSION = 4;
    private static final int TYPE = 6;
    private static final int TOKEN = 16;
    private static final int LINK_ID = 32;
    private static final int SENDER_INSTANCE = 40;
    private static final int RECEIVER_INSTANCE = 48;
    private static final int EPOCH = 56;
    private static final int RID = 64;
    private static final int PROGRESS = 72;
    private static final int BEAT = 80;

    private HeaderCodec() {}

    static boolean hasMagic(final MemorySegment frame, final long at) {
        return frame.get(WireLayout.U32, at + MAGIC) == Header.MAGIC;
    }

    /// Unsigned.
    static long bodyBytes(final MemorySegment frame, final long at) {
        return Integer.toUnsignedLong(frame.get(WireLayout.U32, at + BODY_BYTES));
    }

    /// The header at `at`, or `null` if its type is one that this version does not know.
    static Header read(final MemorySegment frame, final long at) {
        final MessageType type =
                MessageType.ofWireValue(frame.get(WireLayout.U8, at + TYPE) & 0xFF);
        if (type == null) {
            return null;
        }
        return new Header(
                type,
                frame.get(WireLayout.U16, at + VERSION) & 0xFFFF,
                new Token(
                        frame.get(WireLayout.U64, at + TOKEN),
                        frame.get(WireLayout.U64, at + TOKEN + 8)),
                frame.get(WireLayout.U64, at + LINK_ID),
                frame.get(WireLayout.U64, at + SENDER_INSTANCE),
                frame.get(WireLayout.U64, at + RECEIVER_INSTANCE),
                frame.get(WireLayout.U64, at + EPOCH),
                frame.get(WireLayout.U64, at + RID),
                frame.get(WireLayout.U64, at + PROGRESS),
                frame.get(WireLayout.U64, at + BEAT));
    }

    /// Writes the header at `at`; its 88 bytes are zero before.
    static void write(
            final Header header, final int bodyBytes, final MemorySegment frame, final long at) {
        BodyWriter.requireRange("version", header.version(), 0, 0xFFFF);
        frame.set(WireLayout.U32, at + MAGIC, Header.MAGIC);
        frame.set(WireLayout.U16, at + VERSION, (short) header.version());
        frame.set(WireLayout.U8, at + TYPE, (byte) header.type().wireValue());
        frame.set(WireLayout.U32, at + BODY_BYTES, bodyBytes);
        frame.set(WireLayout.U64, at + TOKEN, header.token().low());
        frame.set(WireLayout.U64, at + TOKEN + 8, header.token().high());
        frame.set(WireLayout.U64, at + LINK_ID, header.linkId());
        frame.set(WireLayout.U64, at + SENDER_INSTANCE, header.senderInstance());
        frame.set(WireLayout.U64, at + RECEIVER_INSTANCE, header.receiverInstance());
        frame.set(WireLayout.U64, at + EPOCH, header.epoch());
        frame.set(WireLayout.U64, at + RID, header.rid());
        frame.set(WireLayout.U64, at + PROGRESS, header.progress());
        frame.set(WireLayout.U64, at + BEAT, header.beat());
    }
}

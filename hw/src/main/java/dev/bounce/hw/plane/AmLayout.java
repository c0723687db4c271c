package dev.bounce.hw.plane;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// The active messages of the planes over UCX: a header of eight little-endian u64, and data.
///
/// | message | header | data |
/// |---|---|---|
/// | HELLO | linkId, epoch, sender instance, [WriterProcess] | address of the sender's worker |
/// | WELCOME | linkId, epoch, sender instance | |
/// | PIECE | writeId, grantId, region, offset, bytes of the write | bytes |
/// | ANSWER | writeId, grantId, 1 = all placed, 0 = something refused | |
/// | DIRECT_HELLO | connection | address of the sender's worker |
/// | DIRECT_PIECE | connection, transferId, destination address | bytes |
/// | DIRECT_END | connection, transferId, number of pieces | |
/// | DIRECT_ANSWER | connection, transferId, 1 or 0 as above | |
/// | KEY_HELLO | connection, [WriterProcess] | address of the asker's worker |
/// | KEY_WANTED | connection, question, address | |
/// | KEY | connection, question, base, length; 0 = no range is there | packed key |
/// | KEY_DONE | connection, question: its keys are not used any more | |
final class AmLayout {
    static final int HELLO = 1;
    static final int WELCOME = 2;
    static final int PIECE = 3;
    static final int ANSWER = 4;

    /// Messages of a link.
    static final int LINK_IDS = 4;

    static final int DIRECT_HELLO = 1;
    static final int DIRECT_PIECE = 2;
    static final int DIRECT_END = 3;
    static final int DIRECT_ANSWER = 4;

    /// Messages of the direct path, on workers of their own.
    static final int DIRECT_IDS = 4;

    static final int KEY_HELLO = 1;
    static final int KEY_WANTED = 2;
    static final int KEY = 3;
    static final int KEY_DONE = 4;

    /// Messages of the direct path where it puts.
    static final int KEY_IDS = 4;

    /// Most bytes of one message: fits one segment of the transport, so that nothing is assembled.
    static final int PIECE_BYTES = 256 << 10;

    /// Longest address of a worker.
    static final int MAX_ADDRESS_BYTES = 4_096;

    /// Sends of one worker that may be under way.
    static final int SENDS = 256;

    private AmLayout() {}

    /// One field of a header.
    static long field(final MemorySegment header, final int index) {
        return header.get(JAVA_LONG_UNALIGNED, (long) index * Long.BYTES);
    }

    /// Writes the first fields.
    static void put(final MemorySegment header, final long... fields) {
        for (int index = 0; index < fields.length; index++) {
            header.set(JAVA_LONG_UNALIGNED, (long) index * Long.BYTES, fields[index]);
        }
    }
}

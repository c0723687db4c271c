package dev.bounce.model.wire;

import java.lang.foreign.MemorySegment;

/// Turns frames into bytes: the messages one after the other, each a header (layout: [Header]) and
/// a body (layouts: the codecs of this package). Little-endian; flags, reserved fields and padding
/// are 0. Every message takes a multiple of 8 bytes. Stateless.
///
/// What cannot be encoded is an error of the caller and throws `IllegalArgumentException` with the
/// name and the value: a frame without messages, a header that does not go with its body (type,
/// rid, or another version than [Header#VERSION] on anything but OPEN and OPEN_REFUSED), a WANT
/// without sizes, a name, key or address of a length that no decoder takes, a negative index or
/// limit, UNRECOGNIZED.
public final class FrameEncoder {
    /// Longest array that every virtual machine allocates; offsets in a frame fit an `int`.
    private static final int MAX_FRAME_BYTES = Integer.MAX_VALUE - 8;

    private FrameEncoder() {}

    /// Exact size of a frame on the wire in bytes, found without encoding it: the sum over its
    /// messages.
    public static long encodedBytes(final Frame frame) {
        long bytes = 0;
        for (final Message message : frame.messages()) {
            bytes += encodedBytes(message.body());
        }
        return bytes;
    }

    /// Exact size in bytes of one message with that body, the header included.
    public static long encodedBytes(final Body body) {
        return Header.BYTES + BodyCodec.bytes(body);
    }

    /// The bytes of a frame, in a new array of exactly [#encodedBytes(Frame)].
    public static byte[] encode(final Frame frame) {
        final long bytes = encodedBytes(frame);
        BodyWriter.requireRange("bytes of the frame", bytes, 0, MAX_FRAME_BYTES);
        final byte[] encoded = new byte[(int) bytes];
        write(frame, MemorySegment.ofArray(encoded));
        return encoded;
    }

    /// Writes a frame to the start of `target`, whatever was there before. After an exception the
    /// content of `target` is undefined.
    ///
    /// @param target writable, of any alignment, at least [#encodedBytes(Frame)] long
    /// @return bytes written
    /// @throws IllegalArgumentException also if the frame is longer than `target`
    public static long encode(final Frame frame, final MemorySegment target) {
        final long bytes = encodedBytes(frame);
        final long room = Math.min(target.byteSize(), MAX_FRAME_BYTES);
        BodyWriter.requireRange("bytes of the frame", bytes, 0, room);
        final MemorySegment exact = target.asSlice(0, bytes);
        exact.fill((byte) 0);
        write(frame, exact);
        return bytes;
    }

    private static void write(final Frame frame, final MemorySegment zeroed) {
        BodyWriter.requireRange("messages of a frame", frame.messages().size(), 1, Long.MAX_VALUE);
        final BodyWriter out = new BodyWriter(zeroed);
        long at = 0;
        for (final Message message : frame.messages()) {
            requireAgreement(message);
            final int bodyBytes = (int) BodyCodec.bytes(message.body());
            HeaderCodec.write(message.header(), bodyBytes, zeroed, at);
            out.enter(at + Header.BYTES);
            BodyCodec.write(message.body(), out);
            at += Header.BYTES + bodyBytes;
        }
    }

    /// The messages name the kind of the body only: its content may hold a token.
    private static void requireAgreement(final Message message) {
        final Header header = message.header();
        final Body body = message.body();
        if (header.type() != body.type()) {
            throw new IllegalArgumentException(
                    "type " + header.type() + " does not carry " + kind(body));
        }
        if (!body.fitsRid(header.rid())) {
            throw new IllegalArgumentException(
                    "rid " + header.rid() + " does not carry " + kind(body));
        }
        if (header.version() != Header.VERSION && !BodyCodec.isReadableInAnyVersion(body)) {
            throw new IllegalArgumentException(
                    "version " + header.version() + " does not carry " + kind(body));
        }
    }

    private static String kind(final Body body) {
        return body.getClass().getSimpleName();
    }
}

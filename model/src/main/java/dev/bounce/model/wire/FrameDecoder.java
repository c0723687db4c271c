package dev.bounce.model.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Turns bytes from a peer into a frame, all or nothing. Trusts nothing: every count and length is
/// compared with the bytes that are there before anything is allocated for it, so that a decode
/// allocates less than three times the bytes it was given, or five times where they are names; no
/// content of those bytes makes it throw. Immutable and thread-safe; the input is neither kept nor
/// changed.
///
/// What a later version may add is passed over: bytes behind the known fields of a body, flags and
/// reserved fields without notice; messages of unknown type or kind whole and counted; unknown
/// statuses and reasons as UNRECOGNIZED. What the values mean (bounds, token, order, direction) is
/// the business of the engine.
///
/// Versions: the header is the same in all of them. Only OPEN and OPEN_REFUSED are read whatever
/// version the header says, as their known fields never change: an OPEN of a foreign version can be
/// answered OPEN_REFUSED(VERSION), and that answer is understood. Any other message of a version
/// other than [Header#VERSION] is skipped and counted.
public final class FrameDecoder {
    private final int maxFrameBytes;

    /// @param maxFrameBytes longest frame to look at, at least [Header#BYTES]; a longer one is
    ///     malformed
    /// @throws IllegalArgumentException if no message fits
    public FrameDecoder(final int maxFrameBytes) {
        BodyWriter.requireRange("maxFrameBytes", maxFrameBytes, Header.BYTES, Integer.MAX_VALUE);
        this.maxFrameBytes = maxFrameBytes;
    }

    /// Decodes all of `frame`.
    public Decoded decode(final byte[] frame) {
        return decode(MemorySegment.ofArray(frame));
    }

    /// Decodes from the position of `frame` to its limit, both left as they are, whatever its byte
    /// order.
    public Decoded decode(final ByteBuffer frame) {
        return decode(MemorySegment.ofBuffer(frame));
    }

    /// Decodes all of `frame`, of any alignment. The segment must stay alive meanwhile.
    public Decoded decode(final MemorySegment frame) {
        final long frameBytes = frame.byteSize();
        if (frameBytes == 0) {
            return new Decoded.Malformed(Decoded.Reason.EMPTY, 0);
        }
        if (frameBytes > maxFrameBytes) {
            return new Decoded.Malformed(Decoded.Reason.FRAME_TOO_LONG, maxFrameBytes);
        }
        return decode(frame, (int) frameBytes);
    }

    private static Decoded decode(final MemorySegment frame, final int frameBytes) {
        final List<Message> messages = new ArrayList<>(1);
        final BodyReader in = new BodyReader(frame);
        int skipped = 0;
        int at = 0;
        while (at < frameBytes) {
            if (frameBytes - at < Header.BYTES) {
                return new Decoded.Malformed(Decoded.Reason.TRUNCATED_HEADER, at);
            }
            if (!HeaderCodec.hasMagic(frame, at)) {
                return new Decoded.Malformed(Decoded.Reason.BAD_MAGIC, at);
            }
            final int bodyAt = at + Header.BYTES;
            final long bodyBytes = HeaderCodec.bodyBytes(frame, at);
            if (bodyBytes > frameBytes - bodyAt) {
                return new Decoded.Malformed(
                        Decoded.Reason.BODY_BEYOND_FRAME, at + HeaderCodec.BODY_BYTES);
            }
            in.enter(bodyAt, (int) bodyBytes);
            final Message message = read(frame, at, in);
            if (in.fault() != null) {
                return in.fault();
            }
            if (message == null) {
                skipped++;
            } else {
                messages.add(message);
            }
            at = bodyAt + (int) bodyBytes;
        }
        return new Decoded.Value(new Frame(messages), skipped);
    }

    private static Message read(final MemorySegment frame, final int at, final BodyReader in) {
        final Header header = HeaderCodec.read(frame, at);
        final Body body = header == null ? null : BodyCodec.read(header, in);
        return body == null ? null : new Message(header, body);
    }
}

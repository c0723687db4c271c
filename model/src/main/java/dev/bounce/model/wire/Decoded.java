package dev.bounce.model.wire;

/// What [FrameDecoder] makes of bytes: a frame, or why they are none.
public sealed interface Decoded {

    /// The bytes are a frame.
    ///
    /// @param frame its messages in order, less the skipped ones; may be left with none
    /// @param skippedMessages whole messages that this version cannot interpret and passed over:
    ///     unknown type, unknown kind of body, unknown memory kind, or another wire version
    record Value(Frame frame, int skippedMessages) implements Decoded {}

    /// The bytes are not a frame; none of their messages counts.
    ///
    /// @param reason what is wrong first
    /// @param offset of the field at fault, in bytes from the start of the frame
    record Malformed(Reason reason, int offset) implements Decoded {}

    /// What can be wrong with bytes.
    enum Reason {
        /// There are no bytes; a frame has at least one message.
        EMPTY,
        /// The frame is longer than the receiver said it takes; the offset is that limit.
        FRAME_TOO_LONG,
        /// Fewer bytes are left than a header has.
        TRUNCATED_HEADER,
        /// A message, or what follows the last one, does not begin with [Header#MAGIC].
        BAD_MAGIC,
        /// `bodyBytes` is more than the frame still holds.
        BODY_BEYOND_FRAME,
        /// The body ends inside its fixed fields; the offset is the end of the body.
        TRUNCATED_BODY,
        /// A count or a length says more than the body holds.
        COUNT_BEYOND_BODY,
        /// The length of a name, tag, key or address is out of its range.
        LENGTH_OUT_OF_RANGE,
        /// A chunk or device number is 2^31 or more.
        INDEX_OUT_OF_RANGE,
        /// A name is not well-formed UTF-8.
        NAME_NOT_UTF8
    }
}

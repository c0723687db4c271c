package dev.bounce.model.wire;

/// What stands before every body, 88 bytes, little-endian, the same in all wire versions:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | magic `0x434E4F42` ("BONC" on the wire: 42 4F 4E 43) |
/// | 4 | u16 | version |
/// | 6 | u8 | type |
/// | 7 | u8 | flags, 0 |
/// | 8 | u32 | bodyBytes |
/// | 12 | u32 | reserved, 0 |
/// | 16 | 16 bytes | token |
/// | 32 | u64 | linkId |
/// | 40 | u64 | sender instance |
/// | 48 | u64 | receiver instance |
/// | 56 | u64 | epoch |
/// | 64 | u64 | rid, 0 = the link itself |
/// | 72 | u64 | from the sender `oldestOpenRid`, from the receiver `beatEcho` |
/// | 80 | u64 | from the sender `beat`, from the receiver 0 |
///
/// Flags and reserved bytes are written as 0 and ignored when read.
///
/// @param type message type; with `rid` it selects the body layout
/// @param version wire version of the body, 0 to 65,535; OPEN and OPEN_REFUSED are laid out alike
///     in all of them, nothing else is read of another than [#VERSION]
/// @param token token of the epoch, [Token#NONE] in OPEN and in answers to OPEN
/// @param linkId hash of both names, see [LinkId]
/// @param senderInstance the life of the sender of the link
/// @param receiverInstance the life of the receiver of the link; 0 if the sender does not know one
/// @param epoch unbroken life of the link, at least 1
/// @param rid request id, rising within an epoch; 0 = the link itself
/// @param progress `oldestOpenRid` from the sender, `beatEcho` from the receiver (0 = none)
/// @param beat rises with every frame of the sender; 0 from the receiver
public record Header(
        MessageType type,
        int version,
        Token token,
        long linkId,
        long senderInstance,
        long receiverInstance,
        long epoch,
        long rid,
        long progress,
        long beat) {
    /// Size on the wire.
    public static final int BYTES = 88;

    /// First four bytes, as a little-endian u32.
    public static final int MAGIC = 0x434E4F42;

    /// The only wire version there is.
    public static final int VERSION = 1;

    /// The field read as the sender's `oldestOpenRid`: below it every record is finished.
    public long oldestOpenRid() {
        return progress;
    }

    /// The field read as the receiver's `beatEcho`: the newest beat seen, 0 = none.
    public long beatEcho() {
        return progress;
    }
}

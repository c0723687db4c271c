package dev.bounce.model.wire;

/// The four message types. The type alone gives the direction.
public enum MessageType {
    /// Sender to receiver: sizes of the chunks of a request; cancel; OPEN, keep-alive and CLOSE on
    /// rid 0.
    WANT(1),
    /// Receiver to sender: credits, possibly none; OPENED and keep-alive answers on rid 0.
    GRANT(2),
    /// Sender to receiver: one chunk has landed in its region, with the runs that scatter it.
    DATA(3),
    /// Receiver to sender: outcome of chunks, of a request, or of the link on rid 0.
    ACK(4);

    private final int wireValue;

    MessageType(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 in the header.
    public int wireValue() {
        return wireValue;
    }

    /// The type with that u8, or `null` for one this version does not know.
    public static MessageType ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 1 -> WANT;
            case 2 -> GRANT;
            case 3 -> DATA;
            case 4 -> ACK;
            default -> null;
        };
    }

    /// Whether the sender of the link sends this type.
    public boolean isFromSender() {
        return this == WANT || this == DATA;
    }
}

package dev.bounce.model.wire;

/// Why a receiver does not open an epoch.
public enum OpenRefusal {
    /// Two living processes keep using one name.
    DUPLICATE_NAME(1),
    /// The wire ranges do not overlap.
    VERSION(2),
    /// The receiver serves as many links as it may.
    LINKS(3),
    /// A reason that this version does not know. Never encoded.
    UNRECOGNIZED(0);

    private final int wireValue;

    OpenRefusal(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 on the wire.
    public int wireValue() {
        return wireValue;
    }

    /// The reason with that u8, [#UNRECOGNIZED] for one this version does not know.
    public static OpenRefusal ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 1 -> DUPLICATE_NAME;
            case 2 -> VERSION;
            case 3 -> LINKS;
            default -> UNRECOGNIZED;
        };
    }
}

package dev.bounce.model.agent;

/// How control messages travel. The wire value is [#wireValue()], never the ordinal.
public enum ControlKind {
    /// JeroMQ over TCP.
    ZMQ(1),
    /// UCX active messages on the control worker.
    UCX(2);

    private final int wireValue;

    ControlKind(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 in a capability record.
    public int wireValue() {
        return wireValue;
    }

    /// The kind with that u8, or `null` for one this version does not know.
    public static ControlKind ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 1 -> ZMQ;
            case 2 -> UCX;
            default -> null;
        };
    }
}

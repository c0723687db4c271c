package dev.bounce.model.agent;

/// How chunks travel (design section 6). The wire value is [#wireValue()], never the ordinal.
public enum PlaneKind {
    /// Copy inside one process.
    LOCAL(1),
    /// Eager active messages, placed by the receiver.
    TCP(2),
    /// Put and flush over RDMA.
    RC(3),
    /// Put and flush through a CUDA IPC mapping: one host, two processes.
    CUDA_IPC(4);

    private final int wireValue;

    PlaneKind(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 in a capability record.
    public int wireValue() {
        return wireValue;
    }

    /// The kind with that u8, or `null` for one this version does not know.
    public static PlaneKind ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 1 -> LOCAL;
            case 2 -> TCP;
            case 3 -> RC;
            case 4 -> CUDA_IPC;
            default -> null;
        };
    }
}

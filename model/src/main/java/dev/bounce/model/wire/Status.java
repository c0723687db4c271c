package dev.bounce.model.wire;

/// Outcome of one chunk or of one request, as an ACK reports it.
public enum Status {
    /// Every byte is in its destination.
    LANDED(1),
    /// The scatter ended with an error, or the seal of the chunk was wrong.
    SCATTER_FAILED(2),
    /// The request or the chunk broke the layout rules.
    REJECTED_MALFORMED(3),
    /// A run points outside its region or outside the registered destinations.
    REJECTED_OUT_OF_BOUNDS(4),
    /// A chunk cannot fit the arena however long it waits.
    REJECTED_NO_CAPACITY(5),
    /// The flow is closed and nothing of it is being scattered.
    CANCELLED(6),
    /// No flow, open or closed, has this rid or this grant.
    UNKNOWN_FLOW(7),
    /// A status that this version does not know. Never encoded; a counted no-op for the engine.
    UNRECOGNIZED(0);

    private final int wireValue;

    Status(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 on the wire.
    public int wireValue() {
        return wireValue;
    }

    /// The status with that u8, [#UNRECOGNIZED] for one this version does not know.
    public static Status ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 1 -> LANDED;
            case 2 -> SCATTER_FAILED;
            case 3 -> REJECTED_MALFORMED;
            case 4 -> REJECTED_OUT_OF_BOUNDS;
            case 5 -> REJECTED_NO_CAPACITY;
            case 6 -> CANCELLED;
            case 7 -> UNKNOWN_FLOW;
            default -> UNRECOGNIZED;
        };
    }

    /// Whether a chunk with this status will never be scattered again.
    public boolean isFinalForChunk() {
        return switch (this) {
            case LANDED, SCATTER_FAILED, REJECTED_MALFORMED, REJECTED_OUT_OF_BOUNDS -> true;
            case REJECTED_NO_CAPACITY, CANCELLED, UNKNOWN_FLOW, UNRECOGNIZED -> false;
        };
    }
}

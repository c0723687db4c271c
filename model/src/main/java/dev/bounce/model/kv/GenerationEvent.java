package dev.bounce.model.kv;

/// What can happen to a generation-only request.
public enum GenerationEvent {
    /// Row and blocks are free.
    PREPARE,
    /// The transfer window has room.
    ADMIT,
    /// The transfer window has none.
    DEFER,
    /// Every writer reported that all its bytes are in place.
    WRITERS_DONE,
    /// A writer failed; others may still write.
    RECEIVE_FAILED,
    /// The prefill side gave it up.
    REMOTE_CANCEL,
    /// It is proven that no writer writes any more.
    WRITERS_STOPPED,
    /// The deadline has passed.
    DEADLINE,
    /// A seat is free.
    SEAT,
    /// The last token is computed.
    FINISH,
    /// The user gives it up.
    STOP,
    /// The transport did not take the cancel.
    CANCEL_REFUSED,
    /// The pass in which all workers answer failed requests.
    ERROR_PASS
}

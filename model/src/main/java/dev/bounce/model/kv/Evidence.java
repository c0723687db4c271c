package dev.bounce.model.kv;

/// What is known of the transport's access to the blocks of a request. How a request turned out and
/// whether its memory is quiet are different facts: a timeout, an error or an accepted cancel says
/// nothing about the second.
public enum Evidence {
    /// Nothing was handed to the transport.
    ADMITTED,
    /// Provably not handed over.
    NOT_SUBMITTED,
    /// Being handed over: the call has not returned.
    SUBMITTING,
    /// The transport owns it.
    SUBMITTED,
    /// An error hid what happened; a later report may still end it.
    IN_DOUBT,
    /// The transport reported the end.
    DONE;

    /// Whether the transport may still touch the blocks.
    public boolean isOpen() {
        return this == SUBMITTING || this == SUBMITTED || this == IN_DOUBT;
    }
}

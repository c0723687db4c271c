package dev.bounce.engine;

/// Where the sender's side of a link stands (rule 1).
public enum LinkState {
    /// Loaded; nothing has been sent.
    LOADED,
    /// OPEN is repeated until the receiver answers and the data plane is warm.
    OPENING,
    /// Requests run.
    READY,
    /// The epoch has ended; its last writes are awaited, then CLOSE leaves.
    CLOSING,
    /// Waits before it opens a larger epoch.
    LOST
}

package dev.bounce.hw.control;

/// What became of a frame given to [ControlChannel#send].
public enum SendResult {
    /// Handed to the connection; it may still be lost.
    SENT,
    /// Dropped: as much waits on that route as may, which is nothing while a connection made by
    /// this side does not stand.
    QUEUE_FULL,
    /// Dropped: the connection that a peer made is gone.
    UNREACHABLE,
    /// Dropped: larger than a frame may be.
    OVERSIZE,
    /// Dropped: no such route, or it was disconnected or forgotten.
    UNKNOWN_ROUTE
}

package dev.bounce.hw;

/// Which way a transfer goes.
public enum TransferRoute {
    /// Gathered, written by chunk, scattered.
    BOUNCE,
    /// Each pair by itself.
    DIRECT
}

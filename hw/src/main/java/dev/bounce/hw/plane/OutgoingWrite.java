package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;

/// A write that has not ended.
final class OutgoingWrite {
    final Effect.Write write;

    /// Bytes that were given to UCX.
    long posted;

    /// Sends or puts that UCX has not reported the end of.
    int underWay;

    /// When its first byte was given to UCX, on the clock of the engine.
    long postedNanos;

    /// Whether the receiver has said that every byte is in place, or the flush has.
    boolean proven;

    /// Whether a part of it has failed.
    boolean failed;

    OutgoingWrite(final Effect.Write write) {
        this.write = write;
    }
}

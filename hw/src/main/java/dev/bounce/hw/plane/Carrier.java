package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;

/// How the bytes of the writes of one link travel. Called by its [LinkSender].
interface Carrier {
    /// Makes the carrier of a link, on the helper thread.
    @FunctionalInterface
    interface Maker {
        Carrier make(LinkSender sender, Effect.OpenPlane open);
    }

    /// Sets up what the first write would wait for, once the receiver is there. Asked again in each
    /// turn until it is so.
    ///
    /// @return whether the link can open
    default boolean isWarm() {
        return true;
    }

    /// Takes a write whose notAfter has not passed.
    void add(OutgoingWrite write);

    /// Posts what fits.
    ///
    /// @return number of messages or puts posted
    int pump();

    /// Takes the receiver's answer to a write.
    void answered(long writeId, long grantId, boolean placed);

    /// Whether copies of the device are made.
    default boolean makesCopies() {
        return false;
    }

    /// Whether UCX has told of everything that was posted in other ways than messages.
    default boolean isQuiet() {
        return true;
    }

    /// Lets go of what belongs to the connection: it is closed, its worker is not.
    default void close() {
        // Most have nothing.
    }
}

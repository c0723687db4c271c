package dev.bounce.hw.plane;

import dev.bounce.hw.ucx.UcxLoop;

/// One side of one epoch, with a UCX worker of its own that nothing else uses. Made on a helper
/// thread, then served by the loop, then closed on the helper thread.
interface LinkEnd extends UcxLoop.Member {
    /// Connects, where this side is the one that does. Loop only.
    void begin();

    /// Looks at deadlines. Loop only.
    void tick();

    /// Ends what was under way; nothing is posted from here on. Loop only, when it lets go.
    ///
    /// @return whether copies of the device may have been posted: UCX waits for those when it
    ///     closes a worker, and for whatever else runs on the device then
    default boolean leave() {
        return false;
    }

    /// Closes the worker, and ends what was under way if nobody has done so. On the helper thread,
    /// when the loop has let go.
    ///
    /// @return false if the worker cannot be closed yet; to be tried again
    boolean close();
}

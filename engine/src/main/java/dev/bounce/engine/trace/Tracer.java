package dev.bounce.engine.trace;

import dev.bounce.engine.Action;

/// Hears of each action as it is taken. Must not call the engine.
@FunctionalInterface
public interface Tracer {
    /// Hears nothing.
    Tracer NONE = (action, linkId, epoch, rid, chunk, value) -> {};

    /// One action.
    ///
    /// @param action what was done
    /// @param linkId of the link, 0 = none
    /// @param epoch of the link, 0 = none
    /// @param rid of the request, 0 = the link itself
    /// @param chunk 0-based index, -1 = none
    /// @param value grantId, arena offset or status, as the action says
    void record(Action action, long linkId, long epoch, long rid, int chunk, long value);
}

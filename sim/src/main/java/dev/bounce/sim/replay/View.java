package dev.bounce.sim.replay;

import dev.bounce.spec.trace.LineSink;

/// Shows the lines of a replay.
public interface View extends LineSink {
    /// There are no more lines.
    default void finish() {}
}

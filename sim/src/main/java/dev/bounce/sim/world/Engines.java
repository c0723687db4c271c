package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;

/// Where the world's parts report what has happened.
interface Engines {
    /// Steps the engine of `agent` with `event`, unless `life` is over.
    void deliver(Agent agent, Life life, Event event);

    /// A new life of `agent` has an engine, which has made no step yet.
    default void begun(final Agent agent) {}

    /// Does what the process of `agent` does itself: now, or when its pause is over, and not at all
    /// if `life` is over by then.
    void whenAwake(Agent agent, Life life, Runnable action);
}

package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;

/// Where the world's parts report what has happened.
interface Engines {
    /// Steps the engine of `agent` with `event`, unless `life` is over.
    void deliver(Agent agent, Life life, Event event);

    /// A new life of `agent` has an engine, which has made no step yet.
    default void begun(final Agent agent) {}
}

package dev.bounce.sim.world;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.AgentView;

/// Sees every step of a run.
public interface StepListener {
    /// An engine has made a step, which is not yet judged and whose effects are not yet performed.
    /// The arguments are reused: whoever wants to keep something copies it.
    ///
    /// @param nowNanos virtual time of the world
    /// @param agent name
    /// @param event what happened
    /// @param effects what follows
    /// @param view state after the step
    void stepped(long nowNanos, String agent, Event event, Effects effects, AgentView view);

    /// A life of an agent begins.
    ///
    /// @param config of its engine
    /// @param engine before its first step
    default void born(final EngineConfig config, final Engine engine) {}

    /// An engine is about to make a step.
    default void stepping(final String agent, final Event event) {}

    /// The process of an agent has died.
    default void died(final String agent) {}
}

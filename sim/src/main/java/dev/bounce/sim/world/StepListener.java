package dev.bounce.sim.world;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.AgentView;

/// Sees every step of a run.
public interface StepListener {
    /// Looks at nothing, so that nothing need be shown.
    StepListener NOBODY = (_, _, _, _, _) -> {};

    /// A life of an agent begins; its engine has made no step yet.
    ///
    /// @param nowNanos virtual time of the world
    /// @param config of the life, with the name of the agent
    /// @param engine makes the steps of the life; to be looked at and traced only
    default void begun(final long nowNanos, final EngineConfig config, final Engine engine) {}

    /// A decision was taken: a fault strikes, or a transfer is going to be submitted.
    ///
    /// @param nowNanos virtual time of the world
    default void decided(final long nowNanos, final Decision decision) {}

    /// An engine has made a step, which is not yet judged and whose effects are not yet performed.
    /// The arguments are reused: whoever wants to keep something copies it.
    ///
    /// @param nowNanos virtual time of the world
    /// @param agent name
    /// @param event what happened
    /// @param effects what follows
    /// @param view state after the step
    void stepped(long nowNanos, String agent, Event event, Effects effects, AgentView view);

    /// An engine is about to make a step.
    default void stepping(final String agent, final Event event) {}

    /// The process of an agent has died.
    default void died(final String agent) {}
}

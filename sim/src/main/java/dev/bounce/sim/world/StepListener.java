package dev.bounce.sim.world;

import dev.bounce.engine.Effects;
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
}

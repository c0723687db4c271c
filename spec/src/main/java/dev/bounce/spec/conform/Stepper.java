package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.trace.TraceLine.Taken;
import java.util.ArrayList;
import java.util.List;

/// An engine as a function of its state: what a step makes of it.
@FunctionalInterface
public interface Stepper {
    /// The real engine: restored, stepped once, its state taken.
    Stepper ENGINE = Stepper::stepEngine;

    /// What a step did.
    ///
    /// @param after the state
    /// @param actions in the order in which they were taken
    /// @param effects in the order in which they are to be performed
    record Stepped(Snapshot after, List<Taken> actions, List<Effect> effects) {
        /// Copies the lists.
        public Stepped {
            actions = List.copyOf(actions);
            effects = List.copyOf(effects);
        }
    }

    /// Applies an event.
    ///
    /// @param config of the engine
    /// @param before its state
    /// @param nowNanos time of the step, not before that of `before`
    Stepped step(EngineConfig config, Snapshot before, long nowNanos, Event event);

    private static Stepped stepEngine(
            final EngineConfig config,
            final Snapshot before,
            final long nowNanos,
            final Event event) {
        final Engine engine = Engine.restore(config, before);
        final List<Taken> actions = new ArrayList<>();
        engine.trace(
                (action, linkId, epoch, rid, chunk, value) ->
                        actions.add(new Taken(action, linkId, epoch, rid, chunk, value)));
        final Effects effects = new Effects();
        engine.step(nowNanos, event, effects);
        return new Stepped(engine.snapshot(), actions, effects.toList());
    }
}

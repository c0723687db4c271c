package dev.bounce.engine.trace;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import java.util.List;

/// A state and the events that followed it: enough to repeat what an engine did.
///
/// @param config of the engine
/// @param start its state before the first event
/// @param steps events in order
public record Recording(EngineConfig config, Snapshot start, List<Step> steps) {
    /// One event.
    ///
    /// @param nowNanos the time it was applied at
    public record Step(long nowNanos, Event event) {}

    /// Copies the list.
    public Recording {
        steps = List.copyOf(steps);
    }

    /// An engine in the state after the last event; bit for bit that of the recorded one.
    public Engine replay() {
        final Engine engine = Engine.restore(config, start);
        final Effects effects = new Effects();
        for (final Step step : steps) {
            effects.clear();
            engine.step(step.nowNanos(), step.event(), effects);
        }
        return engine;
    }
}

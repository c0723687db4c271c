package dev.bounce.spec.conform;

import dev.bounce.engine.Event;
import java.util.List;

/// What can happen to an engine next.
///
/// @param agent whose engine
/// @param action the step of the specification that it stands for; of a message, the one that
///     receives it
/// @param what in words, for reports
/// @param events what the engine is told, one step each
/// @param atNanos time of the first step, 0 = no time passes
record Input(String agent, String action, String what, List<Event> events, long atNanos) {
    Input {
        events = List.copyOf(events);
    }

    static Input of(final String agent, final String action, final Event event) {
        return new Input(agent, action, event.getClass().getSimpleName(), List.of(event), 0);
    }
}

package dev.bounce.spec.tlc;

import java.util.List;

/// A counterexample.
///
/// @param steps from the initial state on
/// @param backTo number of the step that the last one is followed by again and again, its own if
///     nothing happens any more; 0 for a violation that needs no endless behaviour
public record Trace(List<Step> steps, int backTo) {
    public Trace {
        steps = List.copyOf(steps);
    }

    /// How many actions it takes: the initial state is none.
    public int length() {
        return steps.size() - 1;
    }
}

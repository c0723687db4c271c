package dev.bounce.spec.check;

import dev.bounce.spec.tla.Change;
import dev.bounce.spec.tla.TlaValue;
import java.util.List;
import java.util.Map;

/// A counterexample, explained: which action with which arguments changed what.
///
/// @param model name of the model
/// @param bug the planted bug, [Violation#NO_BUG] if none
/// @param property what is violated
/// @param constants of the model, by name; empty if they could not be found out
/// @param initial the first state
/// @param steps from the second state on
/// @param backTo see [Trace#backTo()]
record Counterexample(
        String model,
        String bug,
        String property,
        TlaValue.Mapping constants,
        Map<String, TlaValue> initial,
        List<Taken> steps,
        int backTo) {

    /// One step.
    ///
    /// @param number of the state that it leads to
    /// @param action its name
    /// @param arguments its arguments; empty if it has none
    /// @param changes what it changed
    record Taken(int number, String action, List<TlaValue> arguments, List<Change> changes) {
        Taken {
            arguments = List.copyOf(arguments);
            changes = List.copyOf(changes);
        }
    }

    Counterexample {
        steps = List.copyOf(steps);
    }
}

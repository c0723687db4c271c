package dev.bounce.spec.conform;

import dev.bounce.engine.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The inputs found so far, and the steps that the specification can take.
final class Offers {
    private final Set<String> possible;
    private final List<Input> inputs = new ArrayList<>();

    /// @param possible names of the steps that the specification can take
    Offers(final Set<String> possible) {
        this.possible = possible;
    }

    /// Whether the specification can take a step of that name.
    boolean allows(final String action) {
        return possible.contains(action);
    }

    /// Something can happen, whether the specification has a step for it or not.
    void add(final Input input) {
        inputs.add(input);
    }

    /// Something can happen if the specification has a step for it.
    void addIfPossible(final String agent, final String action, final Event event) {
        if (allows(action)) {
            add(Input.of(agent, action, event));
        }
    }

    /// All of them, in the order in which they were found.
    List<Input> all() {
        return inputs;
    }
}

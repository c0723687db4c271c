package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// One safety property, judged at every step. A checker throws [PropertyViolation] and has no state
/// of its own beyond scratch space.
public interface Checker {
    /// Name of the property, as in the specification.
    String property();

    /// Judges one effect before the world acts on it. The agent's view already shows the state
    /// after the whole step.
    default void onEffect(final Ledger ledger, final int agent, final Effect effect) {}

    /// Judges what holds after a step of `agent`, all its effects performed.
    default void onStep(final Ledger ledger, final int agent) {}

    /// Judges a write that has just been posted.
    default void onPost(final Ledger ledger, final WriteRecord write) {}

    /// The exception to throw.
    default PropertyViolation violation(final String observed) {
        return new PropertyViolation(property(), observed);
    }
}

package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Message;

/// One safety property, judged at every step. A checker throws [PropertyViolation]; what it
/// remembers of earlier steps is its own.
public interface Checker {
    /// Name of the property, as in the specification.
    String property();

    /// Sees an event before the engine of `agent` does.
    ///
    /// @param agentNanos what the agent's clock shows
    default void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {}

    /// Judges one effect, which is not to send, before the world acts on it. The agent's view
    /// already shows the state after the whole step.
    default void onEffect(final Ledger ledger, final int agent, final Effect effect) {}

    /// Judges one message that leaves, in place of [#onEffect] for the frame that it is in.
    default void onSent(final Ledger ledger, final int agent, final Message message) {}

    /// Judges what holds after a step of `agent`, all its effects performed.
    default void onStep(final Ledger ledger, final int agent) {}

    /// Judges a write that has just been posted.
    default void onPost(final Ledger ledger, final WriteRecord write) {}

    /// The exception to throw.
    default PropertyViolation violation(final String observed) {
        return new PropertyViolation(property(), observed);
    }
}

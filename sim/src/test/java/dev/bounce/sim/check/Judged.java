package dev.bounce.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.engine.Effect;
import org.junit.jupiter.api.function.Executable;

/// Asserts that a checker finds a violation of its own property.
final class Judged {
    private Judged() {}

    /// Shows an effect to a checker as [Checkers] does.
    static void show(
            final Checker checker, final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Send send) {
            send.frame().messages().forEach(message -> checker.onSent(ledger, agent, message));
        } else {
            checker.onEffect(ledger, agent, effect);
        }
    }

    static void violates(final Checker checker, final Executable judgement) {
        final PropertyViolation violation = assertThrows(PropertyViolation.class, judgement);
        assertEquals(checker.property(), violation.property(), violation.observed());
    }
}

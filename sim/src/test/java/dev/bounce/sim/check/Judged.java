package dev.bounce.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/// Asserts that a checker finds a violation of its own property.
final class Judged {
    private Judged() {}

    static void violates(final Checker checker, final Executable judgement) {
        final PropertyViolation violation = assertThrows(PropertyViolation.class, judgement);
        assertEquals(checker.property(), violation.property(), violation.observed());
    }
}

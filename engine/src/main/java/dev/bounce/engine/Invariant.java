package dev.bounce.engine;

/// Facts that are checked always, also in production.
final class Invariant {
    private Invariant() {}

    /// @param property what must hold, in words
    /// @param observed the number that shows it does not
    static void check(final boolean holds, final String property, final long observed) {
        if (!holds) {
            throw new InvariantViolation(property + ": " + observed);
        }
    }
}

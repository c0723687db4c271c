package dev.bounce.engine;

/// A property of the engine does not hold. The engine must not be used any more: the host stops the
/// agent and keeps the recording.
public final class InvariantViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    InvariantViolation(final String message) {
        super(message);
    }
}

package dev.bounce.spec.tlc;

/// Something that a check needs is not on this machine. The message says what to do.
public final class EnvironmentMissing extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param message one line: what is missing, what to do
    public EnvironmentMissing(final String message) {
        super(message);
    }
}

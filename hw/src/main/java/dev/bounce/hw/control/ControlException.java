package dev.bounce.hw.control;

/// A channel cannot be opened, or cannot go on. The message names the endpoint and what to do.
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what failed, with the endpoint
    /// @param cause as the library reports it, or `null`
    public ControlException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

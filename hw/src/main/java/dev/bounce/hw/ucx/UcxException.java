package dev.bounce.hw.ucx;

/// UCX cannot be used, or not for this. The message is one line that names what was found and what
/// to do.
public final class UcxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what failed
    /// @param cause as the library reports it, or `null`
    public UcxException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

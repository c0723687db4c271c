package dev.bounce.hw.control;

/// A text is no endpoint. The message names the text and the form that is expected.
public final class EndpointException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /// What is wrong with the text.
    public enum Reason {
        /// There is no text.
        EMPTY,
        /// It does not start with `tcp://`.
        UNKNOWN_TRANSPORT,
        /// The host is no IPv4 literal and no IPv6 literal in brackets; names are not resolved.
        HOST_NOT_LITERAL,
        /// There is no port, or it is outside 1 to 65535.
        BAD_PORT,
        /// The port is left open where a real one is needed.
        PORT_OPEN,
        /// The host is a wildcard where a real one is needed.
        WILDCARD,
        /// The text is no bytes in hexadecimal, or too many.
        NOT_HEXADECIMAL
    }

    /// What is wrong.
    private final Reason reason;

    EndpointException(final Reason reason, final String text, final String expected) {
        super("endpoint '" + text + "': " + reason + ", expected " + expected);
        this.reason = reason;
    }

    /// What is wrong with the text.
    public Reason reason() {
        return reason;
    }
}

package dev.bounce.hw;

/// The agent broke and was stopped. What its transfers wrote is not known; the message says what
/// was found broken, with the numbers.
public final class AgentFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AgentFailedException(final String agent, final Throwable cause) {
        super("agent '" + agent + "' failed: " + cause, cause);
    }
}

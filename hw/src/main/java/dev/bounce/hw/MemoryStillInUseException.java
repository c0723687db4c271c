package dev.bounce.hw;

/// An agent has come to its end, or to the bound of the wait for it, and something of it still runs
/// that may read or write registered memory and the arena. The agent keeps its arena; the
/// application keeps what it has registered, for as long as the process lives. The message says
/// what runs.
public final class MemoryStillInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryStillInUseException(final String agent, final String what) {
        super("agent '%s': %s; registered memory must be kept".formatted(agent, what));
    }
}

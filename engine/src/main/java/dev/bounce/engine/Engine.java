package dev.bounce.engine;

/// The protocol state machine of one agent. Pure: the same configuration and events give the same
/// effects in every run and every JVM. Not thread-safe, not re-entrant.
public final class Engine {
    /// An engine with an empty arena, no links and no memory.
    public Engine(final EngineConfig config) {}

    /// Applies one event and appends what follows from it to `out`, in the order the host must
    /// perform it. The only mutator.
    ///
    /// @param nowNanos monotonic time of this agent; never decreases
    /// @throws InvariantViolation if the engine finds itself broken; it must not be used any more
    public void step(final long nowNanos, final Event event, final Effects out) {
        throw new UnsupportedOperationException();
    }

    /// When to send the next [Event.Tick], `Long.MAX_VALUE` if no deadline is set.
    public long nextDeadlineNanos() {
        throw new UnsupportedOperationException();
    }

    /// Whether copies or writes are running, so that a host may spin.
    public boolean isBusy() {
        throw new UnsupportedOperationException();
    }

    /// What the link to a peer is like, for the gate.
    public LinkView link(final String peer) {
        throw new UnsupportedOperationException();
    }

    /// Shows the whole state to a checker.
    public void inspect(final Inspection inspection) {
        throw new UnsupportedOperationException();
    }
}

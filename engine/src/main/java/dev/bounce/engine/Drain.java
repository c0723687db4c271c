package dev.bounce.engine;

/// The flow, if any, for whose head all other grants wait.
///
/// A drain that did not make room in time is followed by a pause of the same length in which none
/// starts: two agents that drain for each other's regions would otherwise stop each other for good,
/// and so would one agent with two heads that take turns at draining.
final class Drain {
    private final long timeoutNanos;
    private FlowTurn flow;
    private boolean isPaused;

    /// End of the drain or of the pause.
    private long untilNanos;

    /// @param timeoutNanos longest drain, at least 1: a drain that ends at once would start again
    Drain(final long timeoutNanos) {
        Invariant.check(timeoutNanos > 0, "a drain takes time", timeoutNanos);
        this.timeoutNanos = timeoutNanos;
    }

    /// Continues where another one was.
    void restore(final FlowTurn flow, final boolean isPaused, final long untilNanos) {
        this.flow = flow;
        this.isPaused = isPaused;
        this.untilNanos = untilNanos;
    }

    /// The flow that all wait for, `null` if none.
    FlowTurn flow() {
        return flow;
    }

    boolean isPaused() {
        return isPaused;
    }

    /// When the drain or the pause ends, 0 if there is none.
    long untilNanos() {
        return flow == null && !isPaused ? 0 : untilNanos;
    }

    /// Ends a pause whose time is over.
    void expire(final long nowNanos) {
        isPaused = isPaused && nowNanos < untilNanos;
    }

    void start(final FlowTurn flow, final long nowNanos) {
        Invariant.check(this.flow == null && !isPaused, "one drain at a time", nowNanos);
        this.flow = flow;
        untilNanos = deadline(nowNanos);
    }

    /// Ends a drain whose head was granted or is gone.
    void stop() {
        flow = null;
    }

    /// Whether the drain has lasted as long as it may.
    boolean isOver(final long nowNanos) {
        return nowNanos >= untilNanos;
    }

    /// Ends a drain that took too long.
    void giveUp(final long nowNanos) {
        flow = null;
        isPaused = true;
        untilNanos = deadline(nowNanos);
    }

    /// When the drain ends or one may start again, `Long.MAX_VALUE` if never.
    long nextDeadlineNanos() {
        return flow == null && !isPaused ? Long.MAX_VALUE : untilNanos;
    }

    private long deadline(final long nowNanos) {
        final long sum = nowNanos + timeoutNanos;
        return sum < nowNanos ? Long.MAX_VALUE : sum;
    }
}

package dev.bounce.engine;

/// One deadline of one object. Its owner sets it again after it has fired.
final class Timer {
    /// Breaks ties between equal deadlines, so that the order never depends on the heap.
    final long ordinal;

    private final Runnable action;

    /// Nanoseconds, `Long.MAX_VALUE` = not set.
    long dueNanos = Long.MAX_VALUE;

    /// Not in the heap.
    static final int IDLE = -1;

    /// Taken out of the heap to be fired.
    static final int FIRING = -2;

    /// Index in the heap of [Deadlines], [#IDLE] or [#FIRING].
    int position = IDLE;

    Timer(final long ordinal, final Runnable action) {
        this.ordinal = ordinal;
        this.action = action;
    }

    void fire() {
        action.run();
    }

    boolean isBefore(final Timer other) {
        return dueNanos != other.dueNanos ? dueNanos < other.dueNanos : ordinal < other.ordinal;
    }
}

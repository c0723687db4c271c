package dev.bounce.engine;

/// One deadline of one object. Its owner sets it again after it has fired.
final class Timer {
    /// Breaks ties between equal deadlines, so that the order never depends on the heap.
    final long ordinal;

    private final Runnable action;

    /// Nanoseconds, `Long.MAX_VALUE` = not set.
    long dueNanos = Long.MAX_VALUE;

    /// Index in the heap of [Deadlines], -1 = not in it.
    int position = -1;

    Timer(final long ordinal, final Runnable action) {
        this.ordinal = ordinal;
        this.action = action;
    }

    void fire() {
        action.run();
    }

    boolean isBefore(final Timer other) {
        return dueNanos != other.dueNanos
                ? dueNanos < other.dueNanos
                : ordinal < other.ordinal;
    }
}

package dev.bounce.sim.serving;

import java.util.PriorityQueue;

/// What will happen, in order of time and then of planning.
final class VirtualTime {
    private final PriorityQueue<Planned> queue = new PriorityQueue<>();
    private long nowNanos = 1_000_000_000L;
    private long planned;

    private record Planned(long at, long ordinal, Runnable action) implements Comparable<Planned> {
        @Override
        public int compareTo(final Planned other) {
            final int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(ordinal, other.ordinal);
        }
    }

    long nowNanos() {
        return nowNanos;
    }

    /// Plans `action`, now at the earliest.
    void at(final long nanos, final Runnable action) {
        queue.add(new Planned(Math.max(nanos, nowNanos), planned++, action));
    }

    void after(final long nanos, final Runnable action) {
        at(nowNanos + nanos, action);
    }

    /// Lets the next thing happen. False if nothing is planned.
    boolean runNext() {
        final Planned next = queue.poll();
        if (next == null) {
            return false;
        }
        nowNanos = next.at;
        next.action.run();
        return true;
    }
}

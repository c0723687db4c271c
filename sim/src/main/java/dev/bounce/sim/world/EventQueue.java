package dev.bounce.sim.world;

import java.util.Arrays;

/// Virtual time and what happens in it, in the total order (time, rank, sequence). A binary heap on
/// parallel arrays.
public final class EventQueue {
    /// Set in the sequence of what happens after everything else of its moment.
    private static final long LAST = 1L << 62;

    private long[] times = new long[1024];
    private long[] sequences = new long[1024];
    private Runnable[] actions = new Runnable[1024];
    private int size;
    private long nextSequence;
    private long nowNanos;

    /// The moment that is being run, in nanoseconds since the start of the world.
    public long nowNanos() {
        return nowNanos;
    }

    /// How many actions wait.
    public int size() {
        return size;
    }

    /// Runs `action` at `timeNanos`, or now if that has passed, after what was queued earlier for
    /// the same moment.
    public void at(final long timeNanos, final Runnable action) {
        push(Math.max(timeNanos, nowNanos), nextSequence++, action);
    }

    /// Runs `action` `delayNanos` from now.
    public void after(final long delayNanos, final Runnable action) {
        at(nowNanos + delayNanos, action);
    }

    /// Runs `action` at `timeNanos` after everything that [#at] has queued for that moment: an
    /// answer that has arrived never loses to its deadline.
    public void lastAt(final long timeNanos, final Runnable action) {
        push(Math.max(timeNanos, nowNanos), LAST | nextSequence++, action);
    }

    /// Moves time to the next action and runs it. False if nothing waits.
    public boolean runNext() {
        if (size == 0) {
            return false;
        }
        nowNanos = times[0];
        final Runnable action = actions[0];
        removeFirst();
        action.run();
        return true;
    }

    private void push(final long time, final long sequence, final Runnable action) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            sequences = Arrays.copyOf(sequences, 2 * size);
            actions = Arrays.copyOf(actions, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            final int parent = (hole - 1) >>> 1;
            if (isBefore(times[parent], sequences[parent], time, sequence)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, sequence, action);
    }

    private void removeFirst() {
        size--;
        final long time = times[size];
        final long sequence = sequences[size];
        final Runnable action = actions[size];
        actions[size] = null;
        if (size == 0) {
            return;
        }
        int hole = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size
                    && isBefore(
                            times[child + 1],
                            sequences[child + 1],
                            times[child],
                            sequences[child])) {
                child++;
            }
            if (isBefore(time, sequence, times[child], sequences[child])) {
                break;
            }
            move(child, hole);
            hole = child;
            child = 2 * hole + 1;
        }
        put(hole, time, sequence, action);
    }

    private void move(final int from, final int to) {
        put(to, times[from], sequences[from], actions[from]);
    }

    private void put(final int slot, final long time, final long sequence, final Runnable action) {
        times[slot] = time;
        sequences[slot] = sequence;
        actions[slot] = action;
    }

    private static boolean isBefore(
            final long time, final long sequence, final long otherTime, final long otherSequence) {
        return time < otherTime || time == otherTime && sequence < otherSequence;
    }
}

package dev.bounce.sim.world;

import java.util.Arrays;

/// Virtual time and what happens in it, in the total order (time, rank, sequence). A binary heap on
/// parallel arrays of numbers; an action stays in its place while its numbers move.
public final class EventQueue {
    /// Set in the sequence of what happens after everything else of its moment.
    private static final long LAST = 1L << 62;

    private long[] times = new long[1024];
    private long[] sequences = new long[1024];
    private Runnable[] actions = new Runnable[1024];

    /// Where the actions are: of those that wait in heap order, then the places that are free.
    private int[] places = new int[1024];

    private int size;
    private long nextSequence;
    private long nowNanos;

    /// A queue in which nothing waits.
    public EventQueue() {
        Arrays.setAll(places, place -> place);
    }

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
        final Runnable action = removeFirst();
        action.run();
        return true;
    }

    private void push(final long time, final long sequence, final Runnable action) {
        if (size == times.length) {
            grow();
        }
        final int place = places[size];
        actions[place] = action;
        int hole = size++;
        while (hole > 0) {
            final int parent = (hole - 1) >>> 1;
            if (isBefore(times[parent], sequences[parent], time, sequence)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, sequence, place);
    }

    private void grow() {
        times = Arrays.copyOf(times, 2 * size);
        sequences = Arrays.copyOf(sequences, 2 * size);
        actions = Arrays.copyOf(actions, 2 * size);
        places = Arrays.copyOf(places, 2 * size);
        for (int place = size; place < places.length; place++) {
            places[place] = place;
        }
    }

    private Runnable removeFirst() {
        final int freed = places[0];
        final Runnable first = actions[freed];
        actions[freed] = null;
        size--;
        final long time = times[size];
        final long sequence = sequences[size];
        final int place = places[size];
        places[size] = freed;
        if (size == 0) {
            return first;
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
        put(hole, time, sequence, place);
        return first;
    }

    private void move(final int from, final int to) {
        put(to, times[from], sequences[from], places[from]);
    }

    private void put(final int slot, final long time, final long sequence, final int place) {
        times[slot] = time;
        sequences[slot] = sequence;
        places[slot] = place;
    }

    private static boolean isBefore(
            final long time, final long sequence, final long otherTime, final long otherSequence) {
        return time < otherTime || time == otherTime && sequence < otherSequence;
    }
}

package dev.bounce.engine;

import java.util.Arrays;

/// All deadlines that are set, in a binary heap ordered by (due, ordinal).
final class Deadlines {
    private Timer[] heap = new Timer[64];
    private int size;

    /// Sets, moves or (with `Long.MAX_VALUE`) clears a deadline.
    void set(final Timer timer, final long dueNanos) {
        if (timer.dueNanos == dueNanos) {
            return;
        }
        if (dueNanos == Long.MAX_VALUE) {
            clear(timer);
            return;
        }
        timer.dueNanos = dueNanos;
        if (timer.position < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            place(timer, size++);
        }
        siftUp(timer);
        siftDown(timer);
    }

    /// Clears a deadline, set or not.
    void clear(final Timer timer) {
        timer.dueNanos = Long.MAX_VALUE;
        if (timer.position < 0) {
            timer.position = Timer.IDLE;
            return;
        }
        final int hole = timer.position;
        timer.position = Timer.IDLE;
        final Timer last = heap[--size];
        heap[size] = null;
        if (last != timer) {
            place(last, hole);
            siftUp(last);
            siftDown(last);
        }
    }

    /// The earliest deadline, `Long.MAX_VALUE` if none is set.
    long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : heap[0].dueNanos;
    }

    /// Fires everything that is due, unless something that fires before it clears or moves it. What
    /// is set meanwhile for a time that has come waits for the next call, so that this one ends.
    void fire(final long nowNanos) {
        int due = 0;
        Timer[] fired = new Timer[4];
        while (size > 0 && heap[0].dueNanos <= nowNanos) {
            if (due == fired.length) {
                fired = Arrays.copyOf(fired, 2 * due);
            }
            fired[due] = heap[0];
            clear(heap[0]);
            fired[due++].position = Timer.FIRING;
        }
        for (int index = 0; index < due; index++) {
            if (fired[index].position == Timer.FIRING) {
                fired[index].position = Timer.IDLE;
                fired[index].fire();
            }
        }
    }

    private void place(final Timer timer, final int position) {
        heap[position] = timer;
        timer.position = position;
    }

    private void siftUp(final Timer timer) {
        while (timer.position > 0) {
            final Timer parent = heap[(timer.position - 1) / 2];
            if (!timer.isBefore(parent)) {
                return;
            }
            swap(timer, parent);
        }
    }

    private void siftDown(final Timer timer) {
        while (true) {
            final int left = 2 * timer.position + 1;
            if (left >= size) {
                return;
            }
            Timer child = heap[left];
            if (left + 1 < size && heap[left + 1].isBefore(child)) {
                child = heap[left + 1];
            }
            if (!child.isBefore(timer)) {
                return;
            }
            swap(timer, child);
        }
    }

    private void swap(final Timer first, final Timer second) {
        final int position = first.position;
        place(first, second.position);
        place(second, position);
    }
}

package dev.bounce.engine;

import java.util.ArrayList;

/// The gathers and scatters that run. Both have slots of their own, so that neither starves the
/// other; one that does not end in time fails the agent (rule 17).
final class Copies {
    /// One running copy; exactly one of `gather` and `scatter` is not `null`.
    record Copy(long id, long startedNanos, ChunkRef gather, Scatter scatter) {}

    private final Context context;
    private final Timer timer;
    private final Runnable overdue;
    private final ArrayList<Copy> running = new ArrayList<>();
    private int gathers;
    private int scatters;

    Copies(final Context context, final Runnable overdue) {
        this.context = context;
        this.overdue = overdue;
        this.timer = new Timer(context.nextOrdinal(), this::tick);
    }

    boolean mayGather() {
        return gathers < context.config.copies().gatherSlots();
    }

    boolean mayScatter() {
        return scatters < context.config.copies().scatterSlots();
    }

    long startGather(final ChunkRef chunk) {
        gathers++;
        return start(new Copy(context.nextId(), context.now, chunk, null));
    }

    long startScatter(final Scatter scatter) {
        scatters++;
        return start(new Copy(context.nextId(), context.now, null, scatter));
    }

    private long start(final Copy copy) {
        running.add(copy);
        rearm();
        return copy.id;
    }

    /// Takes a gather out of the table, `null` if none has that id.
    ChunkRef endGather(final long id) {
        final int index = indexOf(id);
        if (index < 0 || running.get(index).gather == null) {
            return null;
        }
        gathers--;
        final Copy copy = running.remove(index);
        rearm();
        return copy.gather;
    }

    /// Takes a scatter out of the table, `null` if none has that id.
    Scatter endScatter(final long id) {
        final int index = indexOf(id);
        if (index < 0 || running.get(index).scatter == null) {
            return null;
        }
        scatters--;
        final Copy copy = running.remove(index);
        rearm();
        return copy.scatter;
    }

    private int indexOf(final long id) {
        for (int index = 0; index < running.size(); index++) {
            if (running.get(index).id == id) {
                return index;
            }
        }
        return -1;
    }

    Timer timer() {
        return timer;
    }

    void restore(final Copy copy) {
        running.add(copy);
        gathers += copy.gather == null ? 0 : 1;
        scatters += copy.scatter == null ? 0 : 1;
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    ArrayList<Copy> running() {
        return running;
    }

    /// Whether a scatter of that (link, epoch, life, rid) runs; rid 0 asks for any of the epoch.
    boolean isScattering(final PlaneKey plane, final long rid) {
        for (int index = 0; index < running.size(); index++) {
            final Scatter scatter = running.get(index).scatter;
            if (scatter != null
                    && scatter.region().plane.equals(plane)
                    && (rid == 0 || scatter.region().rid == rid)) {
                return true;
            }
        }
        return false;
    }

    private void rearm() {
        context.deadlines.set(
                timer,
                running.isEmpty()
                        ? Long.MAX_VALUE
                        : Context.later(
                                running.get(0).startedNanos,
                                context.config.timeouts().copyTimeoutNanos()));
    }

    private void tick() {
        if (!running.isEmpty() && !context.failed) {
            overdue.run();
        }
    }
}

package dev.bounce.hw;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// What goes on when an event of a GPU has happened, for what cannot wait for it on the GPU itself:
/// transfers whose bytes the host moves. The reactor looks again and again; there is no signal.
final class EventWaits {
    private record Wait(CudaEvent event, Consumer<Throwable> then) {}

    private final Queue<Wait> added = new ConcurrentLinkedQueue<>();
    private final List<Wait> waits = new ArrayList<>();
    private final WakeUp wakeUp;

    EventWaits(final WakeUp wakeUp) {
        this.wakeUp = wakeUp;
    }

    /// Any thread.
    ///
    /// @param then called once, on the reactor: with `null`, or with why the event cannot be waited
    ///     for
    void add(final CudaEvent event, final Consumer<Throwable> then) {
        added.add(new Wait(event, then));
        wakeUp.signal();
    }

    /// Whether something waits. Reactor only.
    boolean needsPolling() {
        return !waits.isEmpty() || !added.isEmpty();
    }

    /// Lets go on what can. Reactor only.
    void poll() {
        for (Wait wait = added.poll(); wait != null; wait = added.poll()) {
            waits.add(wait);
        }
        if (!waits.isEmpty()) {
            waits.removeIf(EventWaits::isOver);
        }
    }

    private static boolean isOver(final Wait wait) {
        try {
            wait.event.makeCurrent();
            if (!wait.event.hasHappened()) {
                return false;
            }
        } catch (final CudaException unusable) {
            wait.then.accept(unusable);
            return true;
        }
        wait.then.accept(null);
        return true;
    }
}

package dev.bounce.hw;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What goes on when an event of a GPU has happened, for what cannot wait for it on the GPU itself:
/// transfers whose bytes the host moves. The reactor looks again and again; there is no signal.
final class EventWaits {
    private record Wait(TransferHandle handle, CudaEvent event, Consumer<Throwable> then) {}

    private final List<Wait> waits = new ArrayList<>();
    private final WakeUp wakeUp;
    private volatile boolean waiting;

    EventWaits(final WakeUp wakeUp) {
        this.wakeUp = wakeUp;
    }

    /// Any thread.
    ///
    /// @param then called at most once, on the reactor: with `null`, or with why the event cannot
    ///     be waited for
    void add(final TransferHandle handle, final CudaEvent event, final Consumer<Throwable> then) {
        synchronized (this) {
            waits.add(new Wait(handle, event, then));
            waiting = true;
        }
        wakeUp.signal();
    }

    /// Looks at the event of a transfer no more: it may be destroyed from now on. Any thread.
    synchronized void remove(final TransferHandle handle) {
        waits.removeIf(wait -> wait.handle == handle);
        waiting = !waits.isEmpty();
    }

    /// Whether something waits.
    boolean needsPolling() {
        return waiting;
    }

    /// Lets go on what can. Reactor only.
    void poll() {
        if (!waiting) {
            return;
        }
        final List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            waits.removeIf(wait -> isOver(wait, due));
            waiting = !waits.isEmpty();
        }
        due.forEach(Runnable::run); // which may call back into this
    }

    private static boolean isOver(final Wait wait, final List<Runnable> due) {
        try {
            wait.event.makeCurrent();
            if (!wait.event.hasHappened()) {
                return false;
            }
            due.add(() -> wait.then.accept(null));
        } catch (final CudaException unusable) {
            due.add(() -> wait.then.accept(unusable));
        }
        return true;
    }
}

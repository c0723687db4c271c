package dev.bounce.hw;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// What goes on when an event of a GPU has happened, for what cannot wait for it on the GPU itself:
/// transfers whose bytes the host moves. There is no signal. The reactor looks in every turn for a
/// moment after the newest wait was added, and once a millisecond from then on: an event may be
/// long in coming, or never come.
final class EventWaits {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private record Wait(
            TransferHandle handle, BooleanSupplier happened, Consumer<Throwable> then) {}

    private final List<Wait> waits = new ArrayList<>();
    private final Runnable wakeUp;
    private final LongSupplier clock;
    private volatile boolean waiting;
    private volatile long momentEndNanos;
    private long nextLookNanos;

    /// @param wakeUp called after each wait that is added, on any thread
    /// @param clock of the reactor, nanoseconds that never decrease; any thread
    EventWaits(final Runnable wakeUp, final LongSupplier clock) {
        this.wakeUp = wakeUp;
        this.clock = clock;
    }

    /// Any thread.
    ///
    /// @param then called at most once, on the reactor: with `null`, or with why the event cannot
    ///     be waited for
    void add(final TransferHandle handle, final CudaEvent event, final Consumer<Throwable> then) {
        add(
                handle,
                () -> {
                    event.useOnThisThread();
                    return event.hasHappened();
                },
                then);
    }

    /// The same for whatever happens.
    ///
    /// @param happened asked on the reactor; throws CudaException if it cannot be told
    void add(
            final TransferHandle handle,
            final BooleanSupplier happened,
            final Consumer<Throwable> then) {
        synchronized (this) {
            waits.add(new Wait(handle, happened, then));
            momentEndNanos = clock.getAsLong() + MOMENT_NANOS;
            waiting = true;
        }
        wakeUp.run();
    }

    /// Looks at the event of a transfer no more: it may be destroyed from now on. Any thread.
    synchronized void remove(final TransferHandle handle) {
        waits.removeIf(wait -> wait.handle == handle);
        waiting = !waits.isEmpty();
    }

    /// Whether something waits that had better be looked at in every turn. Reactor only.
    boolean needsPolling(final long nowNanos) {
        return waiting && nowNanos < momentEndNanos;
    }

    /// When to look next, [Long#MAX_VALUE] if nothing waits. Reactor only.
    long nextLookNanos() {
        return waiting ? nextLookNanos : Long.MAX_VALUE;
    }

    /// Lets go on what can. Reactor only.
    void poll() {
        if (!waiting) {
            return;
        }
        final long now = clock.getAsLong();
        if (now < nextLookNanos && now >= momentEndNanos) {
            return;
        }
        nextLookNanos = now + STEP_NANOS;
        final List<Runnable> due = new ArrayList<>();
        synchronized (this) {
            waits.removeIf(wait -> isOver(wait, due));
            waiting = !waits.isEmpty();
        }
        due.forEach(Runnable::run); // which may call back into this
    }

    private static boolean isOver(final Wait wait, final List<Runnable> due) {
        try {
            if (!wait.happened.getAsBoolean()) {
                return false;
            }
            due.add(() -> wait.then.accept(null));
        } catch (final CudaException unusable) {
            due.add(() -> wait.then.accept(unusable));
        }
        return true;
    }
}

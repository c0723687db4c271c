package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.idle.SpinBudget;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// The thread of one [CudaLane]. To write the plan of a chunk and to launch its kernel takes tens
/// of microseconds, as long as the chunk is on the link: a reactor that did it would do nothing
/// else.
///
/// It looks for ends without a pause while copies run, and so does whoever polls. It spins for the
/// [SpinBudget] after the last one, and sleeps then.
final class CopyThread implements AutoCloseable {
    private static final long CHECK_NANOS = 1_000_000;
    private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private record End(long copyId, CopyOutcome outcome) {}

    private final Runnable bind;
    private final CudaLane lane;
    private final AtomicReference<String> fault;
    private final Runnable wakeUp;
    private final long spinNanos = SpinBudget.nanos();
    private final Queue<CudaCopy> started = new ConcurrentLinkedQueue<>();
    private final Queue<End> ended = new ConcurrentLinkedQueue<>();
    private final CopyEngine.Ends ends = (id, outcome) -> ended.add(new End(id, outcome));
    private final Thread thread;
    private long spinUntilNanos = System.nanoTime();
    private long checkNanos = spinUntilNanos;
    private volatile boolean sleeping;
    private volatile boolean expected;
    private volatile boolean closing;

    /// @param bind binds the context of the device to the thread that calls
    /// @param lane used by this thread only from now on, but for what any may call; closed with it
    /// @param fault of the device, shared by all of its lanes; `null` while there is none
    /// @param wakeUp called after each end; must not block
    CopyThread(
            final String name,
            final Runnable bind,
            final CudaLane lane,
            final AtomicReference<String> fault,
            final Runnable wakeUp) {
        this.bind = bind;
        this.lane = lane;
        this.fault = fault;
        this.wakeUp = wakeUp;
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /// Any thread.
    void start(final CudaCopy copy) {
        started.add(copy);
        wake();
    }

    /// A copy is about to be started: the thread had better not sleep then. Any thread.
    void expect() {
        expected = true;
        wake();
    }

    /// As [CopyEngine#beginNoMore]. Any thread.
    void beginNoMore() {
        lane.beginNoMore();
    }

    private void wake() {
        if (sleeping) {
            sleeping = false;
            LockSupport.unpark(thread);
        }
    }

    /// Ends a copy that needs no launch. Any thread.
    void end(final CudaCopy copy, final CopyOutcome outcome) {
        ended.add(new End(copy.copyId(), outcome));
        wakeUp.run();
    }

    /// Hands out what ended since the last call. One thread.
    ///
    /// @return number of copies
    int poll(final CopyEngine.Ends to) {
        int count = lane.takeEnded(to);
        for (End end = ended.poll(); end != null; end = ended.poll()) {
            to.ended(end.copyId, end.outcome);
            count++;
        }
        return count;
    }

    private void run() {
        bind.run();
        while (!closing || lane.isActive()) {
            if (!turn()) {
                idle();
            }
        }
    }

    private boolean turn() {
        shareFault();
        final CudaCopy copy = started.poll();
        if (copy != null) {
            lane.start(copy);
        }
        final int count = lane.isActive() ? look() : 0;
        if (count > 0) {
            wakeUp.run();
        }
        return copy != null || count > 0;
    }

    private int look() {
        final long now = System.nanoTime();
        spinUntilNanos = now + spinNanos;
        if (now - checkNanos >= CHECK_NANOS) {
            checkNanos = now;
            lane.check();
        }
        shareFault(); // before anybody hears of a copy that it has ended
        return lane.poll(ends);
    }

    /// A failed kernel takes the context with it, and so the copies of the other lanes.
    private void shareFault() {
        if (lane.fault() != null) {
            fault.compareAndSet(null, lane.fault());
        } else if (fault.get() != null) {
            lane.fail(fault.get());
        }
    }

    private void idle() {
        final long now = System.nanoTime();
        if (expected) {
            expected = false;
            spinUntilNanos = now + spinNanos;
        }
        if (lane.isActive() || spinUntilNanos - now > 0) {
            if (spinNanos > 0) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            return;
        }
        sleeping = true;
        if (started.isEmpty() && !expected && !closing) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    /// Waits for running copies, bounded.
    ///
    /// @return whether they ended and nothing is left
    boolean stop() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MILLIS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /// After [#stop]; the context must be current.
    @Override
    public void close() {
        lane.close();
    }
}

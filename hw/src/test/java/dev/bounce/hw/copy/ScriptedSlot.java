package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.LaunchSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A slot without a device: a launch ends when the test says so, with a word as a kernel writes it.
final class ScriptedSlot implements LaunchSlot {
    /// What the next looks at the last launch see before the word, one each.
    final Queue<CopySlot.Outcome> looks = new ConcurrentLinkedQueue<>();

    /// Events that launches wait for.
    final List<CudaEvent> events = new ArrayList<>();

    /// Run while the driver takes an event.
    Runnable taking = () -> {};

    volatile boolean failed;
    boolean closed;
    private volatile long launches;
    private volatile long endedLaunch;
    private volatile CopySlot.Outcome word = CopySlot.Outcome.DONE;

    /// Number of launches.
    long launches() {
        return launches;
    }

    /// Whether the last launch runs.
    boolean isRunning() {
        return endedLaunch != launches;
    }

    /// Ends the last launch. Any thread.
    void end(final CopySlot.Outcome outcome) {
        word = outcome;
        endedLaunch = launches;
    }

    @Override
    public void write(final long[] words, final int count) {
        if (isRunning()) {
            throw new AssertionError("the plan of a launch that runs is overwritten");
        }
    }

    @Override
    public void await(final CudaEvent event) {
        taking.run();
        events.add(event);
    }

    @Override
    public long launch(
            final long region,
            final long regionBytes,
            final long sealLow,
            final long sealHigh,
            final boolean sealed,
            final int entryCount) {
        if (failed) {
            throw new CudaException("planted", 700);
        }
        return ++launches;
    }

    @Override
    public CopySlot.Outcome outcome(final long launch) {
        final CopySlot.Outcome planted = looks.poll();
        if (planted != null) {
            return planted;
        }
        return endedLaunch == launch ? word : CopySlot.Outcome.RUNNING;
    }

    @Override
    public boolean isIdle() {
        if (failed) {
            throw new CudaException("planted", 700);
        }
        return !isRunning();
    }

    @Override
    public void close() {
        closed = true;
    }
}

package dev.bounce.hw.plane;

import dev.bounce.hw.memory.DeviceMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the copies of a device, on a thread of its own: such a wait covers what the
/// application has posted as well, and ends when that does. A stream that waits for a delivery may
/// hold it up until a link is made, so nothing that makes or closes links may wait here. One wait
/// serves all that were asked for before it began. Any thread.
final class CopyWaits {
    private static final Logger LOG = LoggerFactory.getLogger(CopyWaits.class);

    private record Wait(String what, Runnable ended) {}

    private final String agent;
    private final DeviceMemory memory;
    private final BiFunction<String, Runnable, Thread> threads;
    private final List<Wait> asked = new ArrayList<>();
    private boolean waiting;

    /// @param agent its name
    CopyWaits(final String agent, final DeviceMemory memory) {
        this(
                agent,
                memory,
                (name, work) -> Thread.ofPlatform().daemon().name(name).unstarted(work));
    }

    /// The same, with threads that are made in another way.
    ///
    /// @param threads makes one of that name that does that, and does not start it
    CopyWaits(
            final String agent,
            final DeviceMemory memory,
            final BiFunction<String, Runnable, Thread> threads) {
        this.agent = agent;
        this.memory = memory;
        this.threads = threads;
    }

    /// Runs `ended` when no copy that this process has posted so far runs any more; never if the
    /// device fails.
    ///
    /// @param what waits, for the log
    /// @param ended on the thread of the waits; must not block
    void await(final String what, final Runnable ended) {
        synchronized (this) {
            asked.add(new Wait(what, ended));
        }
        retry();
    }

    /// Begins to wait for what was asked for, unless that is done already. Once in a while, because
    /// a wait that could not begin, for want of a thread or of memory, is still to come.
    void retry() {
        synchronized (this) {
            if (waiting || asked.isEmpty()) {
                return;
            }
            waiting = true;
        }
        try {
            threads.apply("bounce-copies-" + agent, this::serve).start();
        } catch (final RuntimeException | Error full) {
            stop();
            LOG.error("agent={} waits for no copies yet: {}", agent, full.toString());
        }
    }

    private synchronized void stop() {
        waiting = false;
    }

    /// Waits for the copies that this process has posted so far, bounded.
    ///
    /// @return whether they have ended
    boolean await(final String what, final long timeoutNanos) {
        final CountDownLatch over = new CountDownLatch(1);
        await(what, over::countDown);
        try {
            return over.await(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void serve() {
        for (List<Wait> batch = next(); !batch.isEmpty(); batch = next()) {
            try {
                memory.awaitCopies();
            } catch (final RuntimeException failed) {
                LOG.error(
                        "agent={} copies of the device do not end, {} for ever: {}",
                        agent,
                        batch.stream().map(wait -> wait.what + " waits").toList(),
                        failed.getMessage());
                continue;
            } catch (final Error failed) { // of this process, not of the device
                again(batch);
                LOG.error("agent={} cannot wait for copies now", agent, failed);
                return;
            }
            batch.forEach(this::end);
        }
    }

    private synchronized List<Wait> next() {
        final List<Wait> batch = List.copyOf(asked);
        asked.clear();
        waiting = !batch.isEmpty();
        return batch;
    }

    private synchronized void again(final List<Wait> batch) {
        asked.addAll(batch);
        waiting = false;
    }

    private void end(final Wait wait) {
        try {
            wait.ended.run();
        } catch (final RuntimeException | Error failure) {
            LOG.error("agent={} {} after its copies", agent, wait.what, failure);
        }
    }
}

package dev.bounce.hw.plane;

import dev.bounce.hw.memory.DeviceMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private final List<Wait> asked = new ArrayList<>();
    private boolean waiting;

    /// @param agent its name
    CopyWaits(final String agent, final DeviceMemory memory) {
        this.agent = agent;
        this.memory = memory;
    }

    /// Runs `ended` when no copy that this process has posted so far runs any more; never if the
    /// device fails.
    ///
    /// @param what waits, for the log
    /// @param ended on the thread of the waits; must not block
    void await(final String what, final Runnable ended) {
        synchronized (this) {
            asked.add(new Wait(what, ended));
            if (waiting) {
                return;
            }
            waiting = true;
        }
        Thread.ofPlatform().daemon().name("bounce-copies-" + agent).start(this::serve);
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
            serve(batch);
        }
    }

    private synchronized List<Wait> next() {
        final List<Wait> batch = List.copyOf(asked);
        asked.clear();
        waiting = !batch.isEmpty();
        return batch;
    }

    private void serve(final List<Wait> batch) {
        try {
            memory.awaitCopies();
        } catch (final RuntimeException failed) {
            LOG.error(
                    "agent={} copies of the device do not end, {} for ever: {}",
                    agent,
                    batch.stream().map(wait -> wait.what + " waits").toList(),
                    failed.getMessage());
            return;
        }
        for (final Wait wait : batch) {
            try {
                wait.ended.run();
            } catch (final RuntimeException failure) {
                LOG.error("agent={} {} after its copies", agent, wait.what, failure);
            }
        }
    }
}

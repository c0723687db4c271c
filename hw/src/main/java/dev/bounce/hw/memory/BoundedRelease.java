package dev.bounce.hw.memory;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives things of a device back on a thread of its own, because the driver waits for whatever runs
/// on the device then, streams of the application included, and waits bounded.
public final class BoundedRelease {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedRelease.class);

    private BoundedRelease() {}

    /// Runs `release` on a thread of its own and waits for its end. If it takes longer it goes on
    /// in the background, and ends when the device lets it.
    ///
    /// @param what is given back, for the name of the thread
    /// @param release must not throw; what it throws is logged
    /// @param timeoutNanos most time to wait, at least a millisecond
    /// @return whether it has ended; only then does what it did happen before the return
    public static boolean run(final String what, final Runnable release, final long timeoutNanos) {
        final Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("bounce-release-" + what)
                        .start(
                                () -> {
                                    try {
                                        release.run();
                                    } catch (final RuntimeException failure) {
                                        LOG.warn("{} is not given back", what, failure);
                                    }
                                });
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}

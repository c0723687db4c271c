package dev.bounce.hw.cuda;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jcuda.driver.JCudaDriver;

/// Waits for what is posted on one device. They keep its context, until no more may begin and those
/// that run are over.
final class PostedWaits {
    private static final long FIRST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000;
    private static final long CAPTURE_PAUSE_NANOS = 500_000_000;
    private static final long OVER_SECONDS = 2;

    private final PostedWork.Calls calls = new PostedWork.Calls();
    private final ReentrantReadWriteLock running = new ReentrantReadWriteLock();
    private volatile boolean ended;

    /// See [CudaContext#awaitPosted].
    void await(final CudaContext context) {
        running.readLock().lock();
        try {
            if (ended) {
                throw new CudaException(
                        "device %d is not used any more".formatted(context.ordinal()), 0);
            }
            context.useOnThisThread();
            if (calls.canMark()) {
                lookUntilEnded();
            } else {
                Driver.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
            }
        } finally {
            running.readLock().unlock();
        }
    }

    private void lookUntilEnded() {
        try (PostedWork work = new PostedWork(calls)) {
            long pauseNanos = FIRST_PAUSE_NANOS;
            PostedWork.Look look = work.look();
            while (look != PostedWork.Look.ENDED) {
                final boolean marked = look == PostedWork.Look.RUNNING;
                LockSupport.parkNanos(marked ? pauseNanos : CAPTURE_PAUSE_NANOS);
                pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
                look = work.look();
            }
        }
    }

    /// Lets no other begin, and waits for those that run, bounded.
    ///
    /// @return whether they are over
    boolean end() {
        ended = true;
        try {
            if (running.writeLock().tryLock(OVER_SECONDS, TimeUnit.SECONDS)) {
                running.writeLock().unlock();
                return true;
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}

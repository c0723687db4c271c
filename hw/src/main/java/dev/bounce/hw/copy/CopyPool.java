package dev.bounce.hw.copy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The threads that move the bytes of one agent. Work comes as jobs; a job is cut into slices that
/// several threads run at the same time. What frees memory soonest goes first, see [Lane]; a
/// thread looks for the next slice after each one, so that nothing urgent waits for a large job.
public final class CopyPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyPool.class);
    private static final long CLOSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// What kind of work a job is, the most urgent first.
    public enum Lane {
        /// Frees a region of the receiver.
        SCATTER,
        /// Moves a staged chunk, or the pieces of a direct transfer.
        WRITE,
        /// Stages a chunk.
        GATHER
    }

    /// One piece of work. Its methods run on threads of the pool and must not block.
    public interface Job {
        /// Prepares the job; called once, before any slice.
        ///
        /// @return number of slices, 0 if there is nothing to run
        int begin();

        /// Runs one slice, at the same time as others.
        ///
        /// @param slice in `[0, begin())`
        void run(int slice);

        /// Called once when no slice runs any more.
        ///
        /// @param failure what `begin` or a slice threw first, or `null`
        void end(Throwable failure);
    }

    private static final class Task {
        final Job job;
        int slices;
        int nextSlice;
        int running;
        Throwable failure;

        Task(final Job job) {
            this.job = job;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Map<Lane, ArrayDeque<Task>> fresh = new EnumMap<>(Lane.class);
    private final Map<Lane, ArrayDeque<Task>> started = new EnumMap<>(Lane.class);
    private final List<Thread> threads = new ArrayList<>();
    private boolean closing;

    /// Starts the threads.
    ///
    /// @param name of the agent, for the names of the threads
    /// @param threadCount at least 1
    public CopyPool(final String name, final int threadCount) {
        for (final Lane lane : Lane.values()) {
            fresh.put(lane, new ArrayDeque<>());
            started.put(lane, new ArrayDeque<>());
        }
        try {
            for (int index = 0; index < threadCount; index++) {
                threads.add(
                        Thread.ofPlatform()
                                .daemon()
                                .name("bounce-copy-" + name + "-" + index)
                                .start(this::serve));
            }
        } catch (final RuntimeException | Error full) { // as without room for another thread
            stop();
            throw full;
        }
    }

    /// Number of threads.
    public int threadCount() {
        return threads.size();
    }

    /// Queues a job. Once the pool is closing the job is dropped and never ends.
    public void submit(final Lane lane, final Job job) {
        lock.lock();
        try {
            if (!closing) {
                fresh.get(lane).add(new Task(job));
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void serve() {
        lock.lock();
        try {
            while (true) {
                final boolean worked = serveOne();
                if (!worked && closing) {
                    return;
                }
                if (!worked) {
                    work.awaitUninterruptibly();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Runs one slice, or begins one job. Holds the lock at entry and exit, not while it runs.
    private boolean serveOne() {
        for (final Lane lane : Lane.values()) {
            final Task open = started.get(lane).peek();
            if (open != null) {
                runSlice(lane, open);
                return true;
            }
            final Task task = fresh.get(lane).poll();
            if (task != null) {
                begin(lane, task);
                return true;
            }
        }
        return false;
    }

    private void begin(final Lane lane, final Task task) {
        lock.unlock();
        int slices = 0;
        try {
            slices = task.job.begin();
        } catch (final Throwable failure) { // whatever it is, the job has to end
            task.failure = failure;
        } finally {
            lock.lock();
        }
        if (slices == 0) {
            end(task);
            return;
        }
        task.slices = slices;
        started.get(lane).add(task);
        if (slices > 1) {
            work.signalAll();
        }
    }

    private void runSlice(final Lane lane, final Task task) {
        final int slice = task.nextSlice++;
        task.running++;
        if (task.nextSlice == task.slices) {
            started.get(lane).remove(task);
        }
        lock.unlock();
        Throwable failure = null;
        try {
            task.job.run(slice);
        } catch (final Throwable thrown) { // as above
            failure = thrown;
        } finally {
            lock.lock();
        }
        task.running--;
        if (failure != null && task.failure == null) {
            task.failure = failure;
            started.get(lane).remove(task);
            task.nextSlice = task.slices;
        }
        if (task.running == 0 && task.nextSlice == task.slices) {
            end(task);
        }
    }

    private void end(final Task task) {
        lock.unlock();
        try {
            task.job.end(task.failure);
        } catch (final RuntimeException failure) {
            LOG.error("a copy could not report its end", failure);
        } finally {
            lock.lock();
        }
    }

    /// As [#stop].
    @Override
    public void close() {
        stop();
    }

    /// Finishes what is queued, bounded, and lets the threads go.
    ///
    /// @return whether no job runs any more
    public boolean stop() {
        lock.lock();
        try {
            closing = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
        final long end = System.nanoTime() + CLOSE_TIMEOUT_NANOS;
        try {
            for (final Thread thread : threads) {
                final long left = end - System.nanoTime();
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                if (thread.isAlive()) {
                    LOG.warn("thread={} still copies", thread.getName());
                }
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}

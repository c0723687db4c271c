package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The two threads of a worker: one for its state and one that stands for the
/// GPU and computes. What is added after the close is dropped.
final class WorkerLoop implements AutoCloseable {
    private static final long END_SECONDS = 20;

    private final ScheduledThreadPoolExecutor state;
    private final ScheduledThreadPoolExecutor compute;
    private final Consumer<Throwable> onBroken;

    /// @param onBroken told of whatever a task throws
    WorkerLoop(final String name, final Consumer<Throwable> onBroken) {
        this.onBroken = onBroken;
        state = executor(name);
        compute = executor(name + " compute");
    }

    private static ScheduledThreadPoolExecutor executor(final String name) {
        final ScheduledThreadPoolExecutor made =
                new ScheduledThreadPoolExecutor(
                        1,
                        Thread.ofPlatform().daemon().name(name).factory(),
                        new ThreadPoolExecutor.DiscardPolicy());
        made.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return made;
    }

    private Runnable guarded(final Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (final RuntimeException | Error broken) { // else it would be lost
                onBroken.accept(broken);
            }
        };
    }

    /// Does something on the thread of the state.
    void run(final Runnable task) {
        state.execute(guarded(task));
    }

    /// The same later.
    void after(final long nanos, final Runnable task) {
        state.schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
    }

    /// The same again and again.
    void every(final long nanos, final Runnable task) {
        state.scheduleWithFixedDelay(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /// Does something on the thread that computes.
    void compute(final Runnable task) {
        compute.execute(guarded(task));
    }

    /// Asks the thread of the state, and waits for the answer.
    ///
    /// @throws BenchException if none comes
    <T> T ask(final Supplier<T> question) throws BenchException {
        try {
            return CompletableFuture.supplyAsync(question, state)
                    .get(END_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT, "a worker has not answered in " + END_SECONDS + " s");
        } catch (final ExecutionException failure) {
            throw new BenchException(BenchException.FAILED, failure.getCause().toString());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    /// Waits, bounded, for what runs; drops the rest.
    ///
    /// @throws IllegalStateException if it still runs, so that its memory must stay
    @Override
    public void close() {
        state.shutdown();
        compute.shutdown();
        try {
            if (!state.awaitTermination(END_SECONDS, TimeUnit.SECONDS)
                    || !compute.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a worker does not end");
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a worker ends", interrupted);
        }
    }
}

package dev.bounce.hw;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The application's executor, made safe for the reactor: what it throws is logged, and what it
/// refuses still runs, on the common pool, because a future that never completes is worse.
final class CallbackExecutor implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackExecutor.class);

    private final Executor executor;

    CallbackExecutor(final Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(final Runnable callback) {
        final Runnable guarded = () -> run(callback);
        try {
            executor.execute(guarded);
        } catch (final RejectedExecutionException refused) {
            LOG.warn("the executor of the application refuses callbacks: {}", refused.getMessage());
            ForkJoinPool.commonPool().execute(guarded);
        }
    }

    private static void run(final Runnable callback) {
        try {
            callback.run();
        } catch (final RuntimeException failure) {
            LOG.error("a callback of the application failed", failure);
        }
    }
}

package dev.bounce.hw;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The application's executor, made safe for the reactor: what a callback throws is logged, and a
/// callback that the executor does not take, whatever it throws, still runs once, on the common
/// pool, because a future that never completes is worse.
final class CallbackExecutor implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackExecutor.class);

    private final Executor executor;

    /// A callback that may be handed over twice and runs once.
    private record Once(Runnable callback, AtomicBoolean begun) implements Runnable {
        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            try {
                callback.run();
            } catch (final Throwable failure) { // it may run on the reactor, which has to go on
                LOG.error("a callback of the application failed", failure);
            }
        }
    }

    CallbackExecutor(final Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(final Runnable callback) {
        final Runnable once = new Once(callback, new AtomicBoolean());
        try {
            executor.execute(once);
        } catch (final RuntimeException | Error refused) {
            LOG.warn("the executor of the application refuses callbacks: {}", refused.toString());
            ForkJoinPool.commonPool().execute(once);
        }
    }
}

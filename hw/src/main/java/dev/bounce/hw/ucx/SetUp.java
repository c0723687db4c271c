package dev.bounce.hw.ucx;

import java.util.concurrent.TimeUnit;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets connections of a worker that are being set up get there before it goes.
final class SetUp {
    private static final Logger LOG = LoggerFactory.getLogger(SetUp.class);
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private SetUp() {}

    private static final class Flush extends UcxCallback {
        boolean over;

        @Override
        public void onSuccess(final UcpRequest request) {
            over = true;
        }

        @Override
        public void onError(final int status, final String message) {
            over = true;
        }
    }

    /// Waits for them, bounded: UCX 1.13.1 aborts the process when a worker goes that still has to
    /// answer one (`ucp_request.c`, "got REP message").
    ///
    /// @param name of the worker, for the log
    /// @return whether everything that the worker had to send is sent, or has failed
    static boolean await(final UcpWorker worker, final String name) {
        final Flush flush = new Flush();
        worker.flushNonBlocking(flush);
        final long end = System.nanoTime() + SETTLE_NANOS;
        try {
            while (!flush.over && System.nanoTime() - end < 0) {
                if (worker.progress() == 0) {
                    Thread.yield();
                }
            }
        } catch (final Exception failure) { // declared by JUCX for what callbacks throw
            LOG.warn("worker={} does not settle: {}", name, failure.toString());
        }
        return flush.over;
    }
}

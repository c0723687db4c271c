package dev.bounce.hw.ucx;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Endpoints of one worker that are being closed by force, held until UCX says that they are. On
/// the thread that calls the worker; nothing here waits.
final class Closings {
    private static final Logger LOG = LoggerFactory.getLogger(Closings.class);

    /// Time in which an endpoint closes, unless something hangs.
    static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final class Closing {
        /// JUCX itself refers to it weakly.
        final UcpEndpoint endpoint;

        final UcpRequest request;
        final Runnable closed;
        final long overdueNanos = System.nanoTime() + CLOSE_NANOS;
        boolean reported;

        Closing(final UcpEndpoint endpoint, final UcpRequest request, final Runnable closed) {
            this.endpoint = endpoint;
            this.request = request;
            this.closed = closed;
        }

        boolean isOver() {
            return endpoint == null || request.isCompleted();
        }
    }

    private final String worker;
    private final List<Closing> running = new ArrayList<>();

    /// @param worker its name, for the log
    Closings(final String worker) {
        this.worker = worker;
    }

    /// Begins to close an endpoint. What is under way on it fails, later.
    ///
    /// @param endpoint `null` if there is none, or no more
    /// @param closed run once it is closed, by [#reap]
    void begin(final UcpEndpoint endpoint, final Runnable closed) {
        UcpEndpoint closing = endpoint;
        UcpRequest request = null;
        if (endpoint != null) {
            try {
                request = endpoint.closeNonBlockingForce();
            } catch (final org.openucx.jucx.UcxException failure) { // the worker takes it along
                LOG.warn("worker={} endpoint closes with {}", worker, failure.toString());
                closing = null;
            }
        }
        running.add(new Closing(closing, request, closed));
    }

    /// Whether nothing is being closed.
    boolean isEmpty() {
        return running.isEmpty();
    }

    /// Whether something is, and may be expected to be closed any moment.
    boolean isUnderWay() {
        if (running.isEmpty()) {
            return false;
        }
        final long now = System.nanoTime();
        for (final Closing closing : running) {
            if (closing.overdueNanos - now > 0) {
                return true;
            }
        }
        return false;
    }

    /// Lets go of what is closed by now, and says so. Outside callbacks of UCX.
    ///
    /// @return number of endpoints
    int reap() {
        if (running.isEmpty()) {
            return 0;
        }
        final List<Closing> over = new ArrayList<>();
        for (final Iterator<Closing> each = running.iterator(); each.hasNext(); ) {
            final Closing closing = each.next();
            if (closing.isOver()) {
                each.remove();
                over.add(closing);
            } else if (!closing.reported && closing.overdueNanos - System.nanoTime() < 0) {
                closing.reported = true;
                LOG.warn("worker={} endpoint still closing", worker);
            }
        }
        over.forEach(closing -> closing.closed.run()); // which may begin to close others
        return over.size();
    }
}

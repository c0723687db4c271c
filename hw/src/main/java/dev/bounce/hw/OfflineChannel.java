package dev.bounce.hw;

import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlCounters;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.SendResult;
import dev.bounce.model.agent.ControlKind;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Stands in for a control channel that is switched off or could not be opened: it reaches nobody
/// and only lets its owner wait. Transfers of such an agent go direct.
final class OfflineChannel implements ControlChannel {
    private final Semaphore woken = new Semaphore(0);
    private long dropped;

    /// None.
    @Override
    public ControlKind kind() {
        return ControlKind.ZMQ;
    }

    @Override
    public ControlAddress endpoint() {
        return null;
    }

    @Override
    public long connect(final ControlAddress address) {
        throw new ControlException("there is no control channel to reach " + address, null);
    }

    @Override
    public void disconnect(final long route) {
        // There are no connections.
    }

    @Override
    public SendResult send(final long route, final byte[] frame) {
        dropped++;
        return SendResult.UNKNOWN_ROUTE;
    }

    @Override
    public void flush() {}

    @Override
    public int receive(final Inbox inbox, final int limit) {
        return 0;
    }

    @Override
    public void await(final long timeoutNanos) {
        try {
            if (woken.tryAcquire(timeoutNanos, TimeUnit.NANOSECONDS)) {
                woken.drainPermits();
            }
        } catch (final InterruptedException interrupted) {
            throw new ControlException("the reactor was interrupted", interrupted);
        }
    }

    @Override
    public void wakeUp() {
        woken.release();
    }

    @Override
    public ControlCounters counters() {
        return new ControlCounters(0, 0, 0, 0, 0, 0, 0, dropped, 0);
    }

    @Override
    public void close() {
        woken.release();
    }
}

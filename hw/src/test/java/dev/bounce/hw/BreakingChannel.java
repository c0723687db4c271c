package dev.bounce.hw;

import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlCounters;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.SendResult;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.model.agent.ControlKind;
import java.util.concurrent.atomic.AtomicBoolean;

/// A channel over ZeroMQ that breaks when it is told to.
final class BreakingChannel implements ControlChannel {
    /// What a channel does besides, and when it breaks.
    static final class Faults {
        /// From then on nothing is received.
        final AtomicBoolean broken = new AtomicBoolean();

        /// Run before each connect.
        volatile Runnable onConnect = () -> {};

        /// Run once the channel is closed.
        volatile Runnable onClosed = () -> {};

        ControlChannel open(final String identity) {
            return new BreakingChannel(
                    ZmqControlChannel.open(ZmqSettings.loopback(), identity), this);
        }
    }

    private final ControlChannel channel;
    private final Faults faults;

    private BreakingChannel(final ControlChannel channel, final Faults faults) {
        this.channel = channel;
        this.faults = faults;
    }

    @Override
    public ControlKind kind() {
        return channel.kind();
    }

    @Override
    public ControlAddress endpoint() {
        return channel.endpoint();
    }

    @Override
    public long connect(final ControlAddress endpoint) {
        faults.onConnect.run();
        return channel.connect(endpoint);
    }

    @Override
    public void disconnect(final long route) {
        channel.disconnect(route);
    }

    @Override
    public SendResult send(final long route, final byte[] frame) {
        return channel.send(route, frame);
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public int receive(final Inbox inbox, final int limit) {
        if (faults.broken.get()) {
            throw new ControlException("the context is gone", null);
        }
        return channel.receive(inbox, limit);
    }

    @Override
    public void await(final long timeoutNanos) {
        channel.await(timeoutNanos);
    }

    @Override
    public void wakeUp() {
        channel.wakeUp();
    }

    @Override
    public ControlCounters counters() {
        return channel.counters();
    }

    @Override
    public void close() {
        channel.close();
        faults.onClosed.run();
    }
}

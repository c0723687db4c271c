package dev.bounce.hw.control;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/// The ZeroMQ context of one channel and the sockets made from it, all set up alike. Used and
/// closed by the thread that owns the channel.
class ZmqSockets {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqSockets.class);
    private static final int IO_THREADS = 1;
    private static final int HANDSHAKE_MILLIS = 500;

    private final ZmqSettings settings;
    private final ZContext context = new ZContext(IO_THREADS);
    private volatile boolean closing;

    ZmqSockets(final ZmqSettings settings) {
        this.settings = settings;
        context.setLinger(0);
        context.setUncaughtExceptionHandler(
                (thread, failure) -> report(Level.ERROR, thread, failure));
        context.setNotificationExceptionHandler(
                (thread, failure) -> report(Level.WARN, thread, failure));
    }

    /// Threads of the library meet channels that are closed already while it closes, which is
    /// nobody's concern.
    void report(final Level level, final Thread thread, final Throwable failure) {
        if (!closing) {
            LOG.atLevel(level).log("thread={} reports {}", thread.getName(), failure.toString());
        }
        LOG.debug("thread={} closing={}", thread.getName(), closing, failure);
    }

    /// A socket that is neither bound nor connected.
    ZMQ.Socket open(final SocketType type, final boolean ipv6) {
        final ZMQ.Socket socket = context.createSocket(type);
        socket.setLinger(0);
        socket.setIPv6(ipv6);
        socket.setSndHWM(settings.queueFrames());
        socket.setRcvHWM(settings.queueFrames());
        socket.setMaxMsgSize(settings.maxFrameBytes());
        socket.setHeartbeatIvl(settings.heartbeatMillis());
        socket.setHeartbeatTimeout(3 * settings.heartbeatMillis());
        socket.setHeartbeatTtl(3 * settings.heartbeatMillis());
        socket.setTCPKeepAlive(1);
        // A connection of JeroMQ 0.6.0 that was just made is sometimes deaf (zeromq/jeromq#1022:
        // its key is lost when the connecter hands it over); this time-out makes it anew.
        socket.setHandshakeIvl(HANDSHAKE_MILLIS);
        return socket;
    }

    ZMQ.Poller openPoller() {
        return context.createPoller(8);
    }

    /// Closes every socket on this thread, where they belong, and then the context on a thread of
    /// its own, because nothing bounds how long the library takes for that.
    void close() {
        closing = true;
        context.getSockets().forEach(ZMQ.Socket::close);
        final Thread closer =
                Thread.ofPlatform().daemon().name("bounce-control-close").unstarted(context::close);
        closer.start();
        try {
            closer.join(settings.closeTimeoutMillis());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (closer.isAlive()) {
            LOG.warn("control context still closing after {} ms", settings.closeTimeoutMillis());
        }
    }
}

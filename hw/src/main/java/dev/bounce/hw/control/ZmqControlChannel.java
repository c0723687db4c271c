package dev.bounce.hw.control;

import dev.bounce.model.agent.ControlKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.UncheckedZMQException;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/// A [ControlChannel] over ZeroMQ on TCP: one ROUTER that peers connect to, and one DEALER per
/// endpoint that this agent connects to. A message is one frame; on the ROUTER the identity of the
/// connection stands before it.
///
/// A DEALER takes frames only while it is connected, so that nothing old is replayed to a peer that
/// comes back. A peer that returns under its identity takes the place of its old connection.
public final class ZmqControlChannel implements ControlChannel {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqControlChannel.class);
    private static final int MAX_IDENTITY_BYTES = 200;
    private static final int FRAMES_PER_VISIT = 16;
    private static final long MAX_WAIT_MILLIS = 1_000;

    private final Thread owner = Thread.currentThread();
    private final ZmqSettings settings;
    private final ZmqSockets sockets;
    private final ZMQ.Socket router;
    private final ZMQ.Poller poller;
    private final WakePipe wake;
    private final Endpoint advertised;
    private final ZmqDealers dealers;
    private final ControlTally tally = new ControlTally();
    private final IncomingRoutes incoming;
    private long nextRoute = 1;
    private int nextVisit;
    private boolean closed;

    private ZmqControlChannel(
            final ZmqSettings settings, final byte[] identity, final ZmqSockets sockets)
            throws IOException {
        this.settings = settings;
        incoming = new IncomingRoutes(settings.maxIncomingRoutes());
        this.sockets = sockets;
        wake = new WakePipe();
        try {
            router = sockets.open(SocketType.ROUTER, settings.bind().isIpv6());
            router.setRouterHandover(true);
            router.setRouterMandatory(true);
            advertised = bind();
            poller = sockets.openPoller();
            poller.register(router, ZMQ.Poller.POLLIN);
            poller.register(wake.source(), ZMQ.Poller.POLLIN);
            dealers = new ZmqDealers(sockets, poller, identity);
        } catch (final RuntimeException | Error failure) {
            wake.close();
            throw failure;
        }
    }

    /// Opens a channel that the calling thread owns.
    ///
    /// @param identity names this life of this agent, 1 to 200 bytes of ASCII
    /// @throws IllegalArgumentException if the identity has another form
    /// @throws ControlException if the endpoint cannot be bound
    public static ZmqControlChannel open(final ZmqSettings settings, final String identity) {
        final byte[] bytes = identity.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length < 1 || bytes.length > MAX_IDENTITY_BYTES || bytes[0] == 0) {
            throw new IllegalArgumentException(
                    "identity '" + identity + "' has " + bytes.length + " bytes, 1 to 200 fit");
        }
        return open(settings, bytes, new ZmqSockets(settings));
    }

    /// The same over sockets that are closed with it, also if it cannot be opened.
    static ZmqControlChannel open(
            final ZmqSettings settings, final byte[] identity, final ZmqSockets sockets) {
        try {
            return new ZmqControlChannel(settings, identity, sockets);
        } catch (final ZMQException failure) {
            sockets.close();
            throw new ControlException(
                    BindFault.of(settings.bind(), failure.getErrorCode()), failure);
        } catch (final UncheckedZMQException | IOException failure) {
            sockets.close();
            throw new ControlException(
                    "cannot listen at " + settings.bind() + ": " + failure.getMessage(), failure);
        } catch (final RuntimeException | Error failure) {
            sockets.close();
            throw failure;
        }
    }

    private Endpoint bind() {
        router.bind(settings.bind().toString());
        final String bound = router.getLastEndpoint();
        final Endpoint real =
                new Endpoint(
                        settings.advertisedHost() == null
                                ? settings.bind().address()
                                : settings.advertisedHost(),
                        Integer.parseInt(bound.substring(bound.lastIndexOf(':') + 1)));
        LOG.info("control bind={} advertise={}", bound, real);
        return real;
    }

    @Override
    public Endpoint endpoint() {
        return advertised;
    }

    @Override
    public ControlKind kind() {
        return ControlKind.ZMQ;
    }

    @Override
    public long connect(final ControlAddress address) {
        assert isOwner();
        if (!(address instanceof Endpoint endpoint)) {
            throw new ControlException("cannot connect to a UCX worker over ZeroMQ", null);
        }
        final long known = dealers.find(endpoint);
        if (known != 0) {
            return known;
        }
        dealers.connect(endpoint, nextRoute);
        return nextRoute++;
    }

    @Override
    public void disconnect(final long route) {
        assert isOwner();
        dealers.disconnect(route);
    }

    @Override
    public SendResult send(final long route, final byte[] frame) {
        assert isOwner();
        final SendResult result = closed ? SendResult.UNKNOWN_ROUTE : trySend(route, frame);
        tally.sent(result, frame.length);
        return result;
    }

    private SendResult trySend(final long route, final byte[] frame) {
        if (frame.length > settings.maxFrameBytes()) {
            return SendResult.OVERSIZE;
        }
        try {
            final ZMQ.Socket dealer = dealers.socket(route);
            if (dealer != null) {
                return dealer.send(frame, ZMQ.DONTWAIT) ? SendResult.SENT : refused(dealer);
            }
            final byte[] peer = incoming.identity(route);
            if (peer == null) {
                return SendResult.UNKNOWN_ROUTE;
            }
            // The library may keep the array, so the identity is copied for each message.
            if (!router.send(peer.clone(), ZMQ.DONTWAIT | ZMQ.SNDMORE)) {
                return refused(router);
            }
            return router.send(frame, ZMQ.DONTWAIT) ? SendResult.SENT : refused(router);
        } catch (final ZMQException failure) {
            if (failure.getErrorCode() == ZError.EHOSTUNREACH) {
                return SendResult.UNREACHABLE;
            }
            throw new ControlException("cannot send: " + failure.getMessage(), failure);
        }
    }

    /// A connection that is down and a queue that is full both report EAGAIN; a DEALER without a
    /// connection has no queue at all.
    private static SendResult refused(final ZMQ.Socket socket) {
        return socket.errno() == ZError.EHOSTUNREACH
                ? SendResult.UNREACHABLE
                : SendResult.QUEUE_FULL;
    }

    /// Nothing waits: the thread of ZeroMQ takes each frame at once.
    @Override
    public void flush() {}

    @Override
    public int receive(final Inbox inbox, final int limit) {
        assert isOwner();
        if (closed) {
            return 0;
        }
        final int places = dealers.count() + 1;
        int received = 0;
        int silent = 0;
        while (silent < places && received < limit) {
            nextVisit = nextVisit + 1 < places ? nextVisit + 1 : 0;
            final int budget = Math.min(limit - received, FRAMES_PER_VISIT);
            final int taken =
                    nextVisit == 0 ? visitRouter(inbox, budget) : visitPeer(inbox, budget);
            received += taken;
            silent = taken == 0 ? silent + 1 : 0;
        }
        return received;
    }

    private int visitRouter(final Inbox inbox, final int budget) {
        int taken = 0;
        while (taken < budget) {
            final byte[] peer = receivePart(router);
            if (peer == null) {
                break;
            }
            taken++;
            final byte[] frame = router.hasReceiveMore() ? receivePart(router) : null;
            if (frame == null || dropFurtherParts(router)) {
                tally.malformed();
                continue;
            }
            long route = incoming.find(peer);
            if (route == 0) {
                route = nextRoute++;
                incoming.add(peer, route);
            }
            deliver(inbox, route, frame);
        }
        return taken;
    }

    private int visitPeer(final Inbox inbox, final int budget) {
        final ZMQ.Socket dealer = dealers.socketAt(nextVisit - 1);
        int taken = 0;
        while (taken < budget) {
            final byte[] frame = receivePart(dealer);
            if (frame == null) {
                break;
            }
            taken++;
            if (dropFurtherParts(dealer)) {
                tally.malformed();
            } else {
                deliver(inbox, dealers.routeAt(nextVisit - 1), frame);
            }
        }
        return taken;
    }

    private void deliver(final Inbox inbox, final long route, final byte[] frame) {
        tally.received(frame.length);
        inbox.frame(route, frame);
    }

    private static byte[] receivePart(final ZMQ.Socket socket) {
        try {
            return socket.recv(ZMQ.DONTWAIT);
        } catch (final ZMQException failure) {
            throw new ControlException("cannot receive: " + failure.getMessage(), failure);
        }
    }

    private static boolean dropFurtherParts(final ZMQ.Socket socket) {
        boolean dropped = false;
        while (socket.hasReceiveMore()) {
            receivePart(socket);
            dropped = true;
        }
        return dropped;
    }

    @Override
    public void await(final long timeoutNanos) {
        assert isOwner();
        try {
            if (!closed && !wake.isSignalled() && timeoutNanos > 0) {
                final long millis = (timeoutNanos - 1) / 1_000_000 + 1;
                poller.poll(Math.min(millis, MAX_WAIT_MILLIS));
            }
            if (!closed) {
                wake.clear();
            }
        } catch (final IOException | RuntimeException failure) {
            throw new ControlException("cannot wait: " + failure.getMessage(), failure);
        }
    }

    @Override
    public void wakeUp() {
        wake.signal();
    }

    @Override
    public ControlCounters counters() {
        return tally.counters();
    }

    @Override
    public void close() {
        assert isOwner();
        if (closed) {
            return;
        }
        closed = true;
        dealers.clear();
        poller.close();
        sockets.close();
        try {
            wake.close();
        } catch (final IOException failure) {
            LOG.warn("cannot close the wake-up pipe", failure);
        }
    }

    private boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    /// The identity of one life of an agent: what is printable of its name, and its instance.
    public static String identityOf(final String name, final long instance) {
        final String printable = name.replaceAll("[^A-Za-z0-9._-]", "_");
        final String kept = printable.substring(0, Math.min(printable.length(), 160));
        return kept + "@" + String.format("%016x", instance);
    }
}

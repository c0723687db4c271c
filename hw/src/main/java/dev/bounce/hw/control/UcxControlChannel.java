package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.hw.ucx.UcxLoop;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.hw.ucx.UcxWait;
import dev.bounce.model.agent.ControlKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A [ControlChannel] over UCX active messages, on one worker that nothing else uses. Frames go as
/// eager messages of at most 64 KiB, small ones that wait for the same flush together; each side
/// sends over an endpoint of its own.
///
/// | message | header | data |
/// |---|---|---|
/// | HELLO | connection | u16 length of the identity, identity, address of the worker |
/// | WELCOME | connection | |
/// | PART | connection, u32 bytes of the frame, u32 offset | bytes |
/// | BATCH | connection | frames, for each u32 length, bytes |
///
/// A connection made by this side takes frames from its WELCOME on; one that broke is made anew, so
/// that a peer which was only out of reach is found again. A peer that returns under its identity
/// takes the place of its old connection.
public final class UcxControlChannel implements ControlChannel {
    private static final Logger LOG = LoggerFactory.getLogger(UcxControlChannel.class);
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final class Turns implements UcxLoop.Member {
        @Override
        public int eventFd() {
            return worker.eventFd();
        }

        @Override
        public int progress() {
            return turn();
        }

        @Override
        public boolean arm() {
            return worker.arm();
        }
    }

    private final Thread owner = Thread.currentThread();
    private final UcxControlSettings settings;
    private final UcxDomain domain;
    private final AmWorker worker;
    private final UcxWait wait;
    private final WorkerAddress address;
    private final UcxOutbox outbox;
    private final RandomGenerator random = new Random();
    private final ControlTally tally = new ControlTally();
    private final UcxRoutes routes;
    private final List<Long> hellos = new ArrayList<>();
    private final UcxInbox inbox;
    private boolean closed;

    private UcxControlChannel(
            final UcxControlSettings settings,
            final byte[] identity,
            final UnaryOperator<UcxOutbox.Connector> connectors) {
        this.settings = settings;
        inbox = new UcxInbox(settings.maxFrameBytes(), tally);
        routes = new UcxRoutes(settings.maxIncomingRoutes());
        domain = new UcxDomain(UcxProfile.CONTROL, settings.networkInterface(), settings.isIpv6());
        AmWorker made = null;
        try {
            made = new AmWorker(domain, "control", UcxOutbox.IDS, UcxOutbox.SENDS, this::received);
            worker = made;
            address = new WorkerAddress(worker.address());
            outbox =
                    new UcxOutbox(
                            worker,
                            connectors.apply(worker::connect),
                            identity,
                            address,
                            this::broke);
            wait = new UcxWait(new Turns());
        } catch (final RuntimeException | Error unusable) {
            if (made != null) {
                made.close();
            }
            domain.close();
            throw unusable;
        }
        LOG.info("control over UCX at {}", settings.host().getHostAddress());
    }

    /// Opens a channel that the calling thread owns.
    ///
    /// @param identity names this life of this agent, 1 to 200 bytes of ASCII
    /// @throws IllegalArgumentException if the identity has another form
    /// @throws ControlException if UCX cannot be used or the host is not there
    public static UcxControlChannel open(final UcxControlSettings settings, final String identity) {
        return open(settings, identity, UnaryOperator.identity());
    }

    /// The same, with connections that are begun in another way.
    ///
    /// @param connectors makes what begins them of what begins those of the worker
    static UcxControlChannel open(
            final UcxControlSettings settings,
            final String identity,
            final UnaryOperator<UcxOutbox.Connector> connectors) {
        final byte[] bytes = UcxHello.identity(identity);
        try {
            return new UcxControlChannel(settings, bytes, connectors);
        } catch (final UcxException unusable) {
            throw new ControlException(unusable.getMessage(), unusable);
        }
    }

    @Override
    public ControlKind kind() {
        return ControlKind.UCX;
    }

    @Override
    public ControlAddress endpoint() {
        return address;
    }

    @Override
    public long connect(final ControlAddress target) {
        assert isOwner();
        if (!(target instanceof WorkerAddress found)) {
            throw new ControlException("cannot connect to " + target + " over UCX", null);
        }
        final UcxConnection known = routes.to(found.bytes());
        if (known != null) {
            return known.route;
        }
        final UcxConnection connection = routes.connect(random.nextLong(), found.bytes());
        try {
            outbox.greet(connection);
        } catch (final UcxException unreachable) {
            routes.forget(connection);
            throw new ControlException(unreachable.getMessage(), unreachable);
        }
        return connection.route;
    }

    private void broke(final UcxConnection connection, final AmPeer peer, final String cause) {
        LOG.debug("control route={} broke: {}", connection.route, cause);
        worker.disconnect(peer);
        if (connection.peer != peer) {
            return; // another has taken its place
        }
        connection.reset();
        connection.peer = null;
        connection.brokenNanos = System.nanoTime();
        if (!connection.isOutgoing()) {
            routes.forget(connection);
        }
    }

    @Override
    public void disconnect(final long route) {
        assert isOwner();
        final UcxConnection connection = routes.ofRoute(route);
        if (connection != null && connection.isOutgoing()) {
            routes.forget(connection);
            disconnect(connection);
        }
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
        final UcxConnection connection = routes.ofRoute(route);
        if (connection == null) {
            return SendResult.UNKNOWN_ROUTE;
        }
        if (!connection.isOpen()) {
            if (!connection.isOutgoing()) {
                return SendResult.UNREACHABLE;
            }
            revive(connection);
            return SendResult.QUEUE_FULL;
        }
        if (connection.queue.size() >= settings.queueFrames()) {
            outbox.flush(); // what only waited for others makes room
        }
        if (connection.queue.size() >= settings.queueFrames()) {
            return SendResult.QUEUE_FULL;
        }
        outbox.add(connection, frame);
        return SendResult.SENT;
    }

    /// Not before the break was told: until then the old end is still to be closed.
    private void revive(final UcxConnection connection) {
        if (connection.peer == null
                && System.nanoTime() - connection.brokenNanos > RECONNECT_NANOS) {
            connection.brokenNanos = System.nanoTime();
            outbox.greetAgain(connection);
        }
    }

    /// Inside a callback of UCX: notes only.
    private void received(final int id, final MemorySegment header, final MemorySegment data) {
        final long connectionId = header.get(JAVA_LONG_UNALIGNED, 0);
        final UcxConnection connection = routes.ofId(connectionId);
        if (id == UcxOutbox.PART && connection != null) {
            inbox.part(connection, header, data);
        } else if (id == UcxOutbox.BATCH && connection != null) {
            inbox.batch(connection, data);
        } else if (id == UcxOutbox.WELCOME && connection != null && connection.isOutgoing()) {
            connection.stands = true;
        } else if (id == UcxOutbox.HELLO && connection == null) {
            hello(connectionId, data);
        } else {
            tally.malformed();
        }
    }

    private void hello(final long connectionId, final MemorySegment data) {
        final UcxHello hello = UcxHello.read(data);
        if (hello == null) {
            tally.malformed();
            return;
        }
        // The connection exists from here on, because its first frames may follow at once.
        routes.accept(connectionId, hello.address(), hello.identity());
        hellos.add(connectionId);
    }

    @Override
    public void flush() {
        assert isOwner();
        if (!closed) {
            outbox.flush();
        }
    }

    private int turn() {
        int count = outbox.flush();
        count += worker.progress();
        if (routes.hasReplaced()) {
            routes.takeReplaced().forEach(this::disconnect);
        }
        if (!hellos.isEmpty()) {
            count += welcomeAll();
        }
        return count;
    }

    private void disconnect(final UcxConnection old) {
        if (old.peer != null) {
            worker.disconnect(old.peer);
        }
    }

    private int welcomeAll() {
        int count = 0;
        for (final long id : List.copyOf(hellos)) {
            final UcxConnection connection = routes.ofId(id);
            if (connection != null) {
                if (!outbox.welcome(connection)) {
                    routes.forget(connection);
                }
                count++;
            }
        }
        hellos.clear();
        return count;
    }

    @Override
    public int receive(final Inbox to, final int limit) {
        assert isOwner();
        if (closed) {
            return 0;
        }
        outbox.flush();
        while (inbox.size() < limit && turn() > 0) {
            // Until nothing more happens at once.
        }
        return inbox.handOut(to, limit);
    }

    @Override
    public void await(final long timeoutNanos) {
        assert isOwner();
        flush();
        if (!closed && inbox.size() == 0) {
            wait.await(timeoutNanos);
        }
    }

    @Override
    public void wakeUp() {
        wait.wakeUp();
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
        wait.close();
        if (worker.close()) {
            outbox.close();
        }
        domain.close();
    }

    private boolean isOwner() {
        return Thread.currentThread() == owner;
    }
}

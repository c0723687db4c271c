package dev.bounce.hw.ucx;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequestParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucs.UcsConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A UCX worker that exchanges eager active messages. Made by any thread; then one thread at a time
/// calls it. What callbacks of UCX say is noted in them and told at the end of the turn:
///
/// - ends of sends are told after `progress()` has returned, and as failures if an error handler
///   of their peer ran by then;
/// - each end is told exactly once, whatever JUCX reports (a synchronous failure comes twice);
/// - messages are handed out inside the callback, since their bytes live no longer than that.
public final class AmWorker implements UcxLoop.Member {
    /// Bytes of a header.
    public static final int HEADER_BYTES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(AmWorker.class);

    /// Takes messages. Runs inside a callback of UCX: it may copy the bytes and note things, never
    /// send, block or close.
    @FunctionalInterface
    public interface Receiver {
        /// @param header of [#HEADER_BYTES], gone when this returns
        /// @param data gone when this returns
        void received(int id, MemorySegment header, MemorySegment data);
    }

    /// Takes the end of a send.
    @FunctionalInterface
    public interface SendEnd {
        /// @param sent whether the bytes are on their way and may be changed; false: they may be
        ///     changed as well, but it is not known what of them left
        void ended(boolean sent);
    }

    private final UcxDomain domain;
    private final String name;
    private final UcpWorker worker;
    private final Receiver receiver;
    private final int eventFd;
    private final UcpRequestParams memory;
    private final SendSlots slots;
    private final AmPeers peers;
    private final Closings closings;
    private boolean heard;
    private long dropped;
    private boolean closed;

    /// Takes milliseconds: on a helper thread.
    ///
    /// @param name in messages and in the list of leaks, unique in the domain
    /// @param ids of the messages that are taken, `[1, ids]`
    /// @param sends that may be under way
    /// @throws UcxException if UCX makes none
    public AmWorker(
            final UcxDomain domain,
            final String name,
            final int ids,
            final int sends,
            final Receiver receiver) {
        this.domain = domain;
        this.name = name;
        this.receiver = receiver;
        closings = new Closings(name);
        worker = domain.open(name);
        peers = new AmPeers(worker);
        SendSlots made = null;
        try {
            memory = new UcpRequestParams().setMemoryType(UcxLibrary.memoryType(MemoryKind.HOST));
            eventFd = readable();
            made = new SendSlots(sends, peers::noteFailure);
            slots = made;
            take(ids);
        } catch (final RuntimeException | Error failure) {
            worker.close();
            domain.closed(name);
            if (made != null) {
                made.close();
            }
            throw failure;
        }
    }

    private void take(final int ids) {
        for (int id = 1; id <= ids; id++) {
            final int own = id;
            worker.setAmRecvHandler(
                    id,
                    (header, bytes, data, _) -> received(own, header, bytes, data),
                    UcpConstants.UCP_AM_FLAG_WHOLE_MSG);
        }
    }

    private int readable() {
        try {
            return worker.getEventFD();
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "worker '%s' cannot be waited for: %s".formatted(name, refused.getMessage()),
                    refused);
        }
    }

    private int received(
            final int id, final long header, final long headerBytes, final UcpAmData data) {
        heard = true;
        try {
            if (headerBytes != HEADER_BYTES || !data.isDataValid()) {
                LOG.warn("worker={} message={} of another form is dropped", name, id);
            } else {
                receiver.received(
                        id,
                        segment(header, headerBytes),
                        segment(data.getDataAddress(), data.getLength()));
            }
        } catch (final Throwable failure) { // none may reach native code, which ends the process
            drop(id, failure);
        }
        return UcsConstants.STATUS.UCS_OK;
    }

    private void drop(final int id, final Throwable failure) {
        dropped++;
        try {
            LOG.error("worker={} message={} cannot be taken", name, id, failure);
        } catch (final Throwable unsaid) {
            // For want of memory. It is counted.
        }
    }

    /// Messages that could not be taken.
    public long dropped() {
        return dropped;
    }

    @SuppressWarnings("restricted")
    private static MemorySegment segment(final long address, final long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /// How others connect to it.
    ///
    /// @throws UcxException if UCX tells none
    public Blob address() {
        final ByteBuffer buffer;
        try {
            buffer = worker.getAddress();
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "worker '%s' has no address: %s".formatted(name, refused.getMessage()),
                    refused);
        }
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return Blob.of(bytes);
    }

    /// The worker, for what is done in other ways than messages.
    public UcpWorker worker() {
        return worker;
    }

    /// Connects in the background; a peer that is not there is told to `broken`.
    ///
    /// @throws UcxException if the address is none
    public AmPeer connect(final Blob address, final AmPeer.Broken broken) {
        return peers.connect(address, broken);
    }

    /// The header of the next message, zeroed, or `null` if as many sends are under way as may be.
    public MemorySegment nextHeader() {
        return slots.nextHeader();
    }

    /// Sends the header last handed out by [#nextHeader], and data that stays as it is until the
    /// end is told.
    ///
    /// @param end told exactly once, later
    public void send(
            final AmPeer peer,
            final int id,
            final long dataAddress,
            final long dataBytes,
            final SendEnd end) {
        final SendSlots.Slot slot = slots.take(peer, end);
        if (!peer.isOpen()) {
            slot.settle(true, "closed");
            return;
        }
        final long header = slot.headerAddress();
        try {
            peer.endpoint()
                    .sendAmNonBlocking(
                            id,
                            header,
                            HEADER_BYTES,
                            dataBytes == 0 ? header : dataAddress,
                            dataBytes,
                            UcpConstants.UCP_AM_SEND_FLAG_EAGER,
                            slot,
                            memory);
        } catch (final org.openucx.jucx.UcxException failure) {
            slot.settle(true, failure.getMessage());
        }
    }

    @Override
    public int eventFd() {
        return eventFd;
    }

    @Override
    public int progress() {
        int count;
        try {
            count = worker.progress();
        } catch (
                final Exception failure) { // declared by JUCX for what callbacks throw; ours do not
            throw new IllegalStateException(failure);
        }
        return count + tell();
    }

    private int tell() {
        int told = closings.reap();
        while (slots.hasEnded() || peers.haveFailed()) {
            told += peers.tellFailures() + slots.tellEnded();
        }
        return told;
    }

    @Override
    public boolean arm() {
        if (slots.hasEnded() || peers.haveFailed() || closings.isUnderWay()) {
            return false; // something is left to be told
        }
        try {
            worker.arm();
            return true;
        } catch (final org.openucx.jucx.UcxException busy) {
            return false;
        }
    }

    /// Closes one connection by force, over the turns that follow. What is under way on it fails,
    /// and is told to have ended before or after that.
    public void disconnect(final AmPeer peer) {
        disconnect(peer, () -> {});
    }

    /// The same, and says when.
    ///
    /// @param disconnected run once, by a later turn, when the connection is closed; never if that
    ///     hangs
    public void disconnect(final AmPeer peer, final Runnable disconnected) {
        peers.remove(peer);
        final UcpEndpoint endpoint = peer.detach();
        if (endpoint != null) {
            peer.fail("closed");
        }
        closings.begin(endpoint, disconnected);
    }

    /// Goes on with connections that are being closed, for whoever is not polled meanwhile.
    public void tick() {
        if (!closings.isEmpty()) {
            progress();
        }
    }

    /// Closes the worker as below, with nothing in between.
    public boolean close() {
        return close(() -> true, () -> {});
    }

    /// Closes every connection and the worker; sends that did not end are told as failures.
    /// Bounded; on the thread that calls the worker, or when no other does. Further calls do
    /// nothing.
    ///
    /// @param quiet whether nothing but sends is under way on the connections any more: waited for
    ///     once they are closed, bounded
    /// @param between closes what puts need, and what the worker must outlive
    /// @return false if a connection is still being set up: nothing is closed, to be tried again
    public boolean close(final BooleanSupplier quiet, final Runnable between) {
        if (closed) {
            return true;
        }
        if (!SetUp.await(worker, name) && !peers.areSetUp(heard)) {
            LOG.warn("worker={} cannot be closed yet: its peer does not answer", name);
            tell();
            return false;
        }
        closed = true;
        peers.all().forEach(this::disconnect);
        awaitDisconnected(quiet);
        between.run();
        worker.close();
        domain.closed(name);
        slots.close();
        return true;
    }

    /// UCX takes an endpoint for closed while what was under way on it is still being given up.
    private void awaitDisconnected(final BooleanSupplier quiet) {
        final long end = System.nanoTime() + Closings.CLOSE_NANOS;
        tell();
        while ((!closings.isEmpty() || slots.areUnderWay() || !quiet.getAsBoolean())
                && System.nanoTime() - end < 0) {
            if (progress() == 0) {
                Thread.yield();
            }
        }
    }
}

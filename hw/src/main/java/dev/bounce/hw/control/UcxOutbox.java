package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What leaves a [UcxControlChannel]: greetings, and frames, in parts or several together, from
/// buffers that are used again when UCX has sent them. Owned by the thread of the channel.
final class UcxOutbox {
    /// The messages; their layout is told at the channel.
    static final int HELLO = 1;

    static final int WELCOME = 2;
    static final int PART = 3;
    static final int BATCH = 4;
    static final int IDS = 4;

    /// Messages under way of all connections.
    static final int SENDS = 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(UcxOutbox.class);
    private static final int PART_BYTES = UcxBatch.MOST_BYTES;
    private static final int SENDS_PER_CONNECTION = 64;

    /// Frames that wait for others before they leave.
    private static final int MAX_WAITING = 64;

    /// Begins a connection of the worker.
    @FunctionalInterface
    interface Connector {
        /// @throws UcxException if it cannot be begun
        AmPeer connect(Blob address, AmPeer.Broken broken);
    }

    /// Told of a connection that broke.
    @FunctionalInterface
    interface Broke {
        /// @param peer the end of the connection that broke, which may have another by now
        /// @param cause in one line
        void broke(UcxConnection connection, AmPeer peer, String cause);
    }

    private final AmWorker worker;
    private final Connector connector;
    private final byte[] identity;
    private final WorkerAddress address;
    private final Broke broke;
    private final Arena memory = Arena.ofShared();
    private final ArrayDeque<MemorySegment> buffers = new ArrayDeque<>();
    private final ArrayDeque<UcxConnection> left = new ArrayDeque<>();

    /// @param identity of this life of this agent
    /// @param address of the worker
    /// @param broke told of a connection that breaks, and why
    UcxOutbox(
            final AmWorker worker,
            final byte[] identity,
            final WorkerAddress address,
            final Broke broke) {
        this(worker, worker::connect, identity, address, broke);
    }

    /// The same, with connections that are begun in another way.
    UcxOutbox(
            final AmWorker worker,
            final Connector connector,
            final byte[] identity,
            final WorkerAddress address,
            final Broke broke) {
        this.worker = worker;
        this.connector = connector;
        this.identity = identity;
        this.address = address;
        this.broke = broke;
    }

    /// Connects and says who is there, at once or when there is room for it.
    ///
    /// @throws UcxException if the address is none that UCX can use
    void greet(final UcxConnection connection) {
        connection.peer = connect(connection);
        connection.owesGreeting = true;
        sendGreeting(connection);
    }

    /// The same for a connection that broke. It stays broken if UCX does not connect now.
    void greetAgain(final UcxConnection connection) {
        try {
            greet(connection);
        } catch (final UcxException unreachable) {
            LOG.debug("control route={}: {}", connection.route, unreachable.getMessage());
        }
    }

    /// Connects back to a peer that has said who it is.
    ///
    /// @return whether its address is one
    boolean welcome(final UcxConnection connection) {
        try {
            greet(connection);
            return true;
        } catch (final UcxException unreachable) {
            LOG.debug("control route={}: {}", connection.route, unreachable.getMessage());
            return false;
        }
    }

    private AmPeer connect(final UcxConnection connection) {
        return connector.connect(
                connection.address, (peer, cause) -> broke.broke(connection, peer, cause));
    }

    /// @return whether there was room
    private boolean sendGreeting(final UcxConnection connection) {
        final MemorySegment header = worker.nextHeader();
        connection.owesGreeting = header == null;
        if (header == null) {
            later(connection);
            return false;
        }
        final MemorySegment data = buffer();
        if (connection.isOutgoing()) {
            send(connection, HELLO, header, data, hello(data));
        } else {
            send(connection, WELCOME, header, data, 0);
        }
        return true;
    }

    /// @return number of bytes
    private int hello(final MemorySegment data) {
        final byte[] own = address.bytes().toBytes();
        data.set(JAVA_BYTE, 0, (byte) identity.length);
        data.set(JAVA_BYTE, 1, (byte) 0);
        MemorySegment.copy(identity, 0, data, JAVA_BYTE, 2, identity.length);
        MemorySegment.copy(own, 0, data, JAVA_BYTE, 2L + identity.length, own.length);
        return 2 + identity.length + own.length;
    }

    private MemorySegment buffer() {
        final MemorySegment free = buffers.poll();
        return free == null ? memory.allocate(PART_BYTES, 64) : free;
    }

    /// @param header the next one of the worker
    private void send(
            final UcxConnection connection,
            final int id,
            final MemorySegment header,
            final MemorySegment data,
            final int bytes) {
        header.set(JAVA_LONG_UNALIGNED, 0, connection.id);
        connection.underWay++;
        worker.send(
                connection.peer,
                id,
                data.address(),
                bytes,
                _ -> {
                    connection.underWay--;
                    buffers.add(data);
                });
    }

    /// Lets a frame wait for the next flush, with others of its connection.
    void add(final UcxConnection connection, final byte[] frame) {
        connection.queue.add(frame);
        if (connection.queue.size() < MAX_WAITING) {
            later(connection);
        } else {
            flush(connection);
        }
    }

    private void later(final UcxConnection connection) {
        if (!connection.isLeft) {
            connection.isLeft = true;
            left.add(connection);
        }
    }

    /// Sends the greetings and frames that wait, as far as they may be under way.
    ///
    /// @return messages that were sent
    int flush() {
        int count = 0;
        for (int rest = left.size(); rest > 0; rest--) {
            final UcxConnection connection = left.poll();
            connection.isLeft = false;
            count += flush(connection);
        }
        return count;
    }

    private int flush(final UcxConnection connection) {
        int count = 0;
        if (connection.owesGreeting) {
            if (connection.peer == null || !connection.peer.isOpen() || !sendGreeting(connection)) {
                return 0;
            }
            count++;
        }
        while (!connection.queue.isEmpty()
                && connection.underWay < SENDS_PER_CONNECTION
                && connection.isOpen()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            sendNext(connection, header, buffer());
            count++;
        }
        if (!connection.queue.isEmpty() && connection.isOpen()) {
            later(connection);
        }
        return count;
    }

    private void sendNext(
            final UcxConnection connection, final MemorySegment header, final MemorySegment data) {
        final boolean together =
                connection.queue.size() > 1
                        && connection.sentOfFirst == 0
                        && UcxBatch.fits(connection.queue.peek(), 0, data);
        if (together) {
            sendBatch(connection, header, data);
        } else {
            sendPart(connection, header, data);
        }
    }

    private void sendBatch(
            final UcxConnection connection, final MemorySegment header, final MemorySegment data) {
        int bytes = 0;
        while (!connection.queue.isEmpty() && UcxBatch.fits(connection.queue.peek(), bytes, data)) {
            bytes = UcxBatch.put(connection.queue.poll(), bytes, data);
        }
        send(connection, BATCH, header, data, bytes);
    }

    private void sendPart(
            final UcxConnection connection, final MemorySegment header, final MemorySegment data) {
        final byte[] frame = connection.queue.peek();
        final int offset = connection.sentOfFirst;
        final int bytes = Math.min(PART_BYTES, frame.length - offset);
        MemorySegment.copy(frame, offset, data, JAVA_BYTE, 0, bytes);
        header.set(JAVA_INT_UNALIGNED, 8, frame.length);
        header.set(JAVA_INT_UNALIGNED, 12, offset);
        send(connection, PART, header, data, bytes);
        connection.sentOfFirst += bytes;
        if (connection.sentOfFirst == frame.length) {
            connection.queue.poll();
            connection.sentOfFirst = 0;
        }
    }

    /// Gives the buffers back, once UCX uses none any more.
    void close() {
        memory.close();
    }
}

package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends direct transfers, one message per descriptor or per 256 KiB of it, over one connection per
/// peer. A transfer is LANDED when the peer has said so of every message of it. Loop only.
final class DirectSender {
    private static final Logger LOG = LoggerFactory.getLogger(DirectSender.class);
    private static final long WINDOW_BYTES = 4L << 20;

    /// Sends left for answers and greetings.
    private static final int RESERVED_SENDS = 32;

    private final class Connection {
        final long id = random.nextLong();
        final Blob address;
        final Map<Long, DirectOut> transfers = new HashMap<>();
        final List<DirectOut> unposted = new ArrayList<>();
        final AmPeer peer;
        long underWayBytes;
        boolean over;

        Connection(final Blob address) {
            this.address = address;
            peer = worker.connect(address, (_, cause) -> fail(this, cause));
        }
    }

    private final PlaneContext context;
    private final AmWorker worker;
    private final RandomGenerator random = new Random();
    private final Map<Blob, Connection> byAddress = new HashMap<>();
    private final Map<Long, Connection> byId = new HashMap<>();

    /// Transfers of connections that broke.
    private final List<DirectOut> broken = new ArrayList<>();

    private int underWay;

    DirectSender(final PlaneContext context, final AmWorker worker) {
        this.context = context;
        this.worker = worker;
    }

    /// Takes a transfer, which ends exactly once; [#pump] begins it.
    ///
    /// @throws RuntimeException if a source is not registered or the peer cannot be connected to;
    ///     then nothing was sent and nothing is told, as after any error
    void start(final long transferId, final Blob address, final DescriptorPairs pairs) {
        requireSources(pairs);
        Connection connection = byAddress.get(address);
        if (connection == null) {
            connection = connect(address);
        }
        final DirectOut transfer = new DirectOut(transferId, pairs, context.clock().getAsLong());
        connection.transfers.put(transferId, transfer);
        connection.unposted.add(transfer);
    }

    private void requireSources(final DescriptorPairs pairs) {
        final RangeCursor cursor = new RangeCursor(context.memory().ranges());
        for (int pair = 0; pair < pairs.size(); pair++) {
            cursor.require(pairs.source()[pair], pairs.bytes()[pair]);
        }
    }

    private Connection connect(final Blob address) {
        final MemorySegment header = worker.nextHeader();
        if (header == null) {
            throw new IllegalStateException("too many sends under way to connect");
        }
        final OwnAddress own = new OwnAddress(worker);
        final Connection connection;
        try {
            connection = new Connection(address);
        } catch (final RuntimeException | Error failure) {
            own.close();
            throw failure;
        }
        byAddress.put(address, connection);
        byId.put(connection.id, connection);
        AmLayout.put(header, connection.id);
        worker.send(
                connection.peer,
                AmLayout.DIRECT_HELLO,
                own.address(),
                own.bytes(),
                _ -> own.close());
        return connection;
    }

    /// The peer's answer. Inside a callback of UCX: noted only.
    void answered(final long connectionId, final long transferId, final boolean placed) {
        final Connection connection = byId.get(connectionId);
        final DirectOut transfer = connection == null ? null : connection.transfers.get(transferId);
        if (transfer != null && transfer.answer == null) {
            transfer.answer = placed;
        }
    }

    /// Posts what fits and ends what is over.
    ///
    /// @return how much there was to do
    int pump() {
        int count = broken.isEmpty() ? 0 : endBroken();
        for (final Connection connection : List.copyOf(byId.values())) {
            count += post(connection) + end(connection);
        }
        return count;
    }

    private int post(final Connection connection) {
        int count = 0;
        while (!connection.unposted.isEmpty()
                && connection.underWayBytes < WINDOW_BYTES
                && underWay < AmLayout.SENDS - RESERVED_SENDS
                && connection.peer.isOpen()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            final DirectOut transfer = connection.unposted.getFirst();
            if (transfer.isPosted()) {
                AmLayout.put(header, connection.id, transfer.transferId, transfer.posted);
                transfer.endPosted = true;
                connection.unposted.removeFirst();
                send(connection, transfer, AmLayout.DIRECT_END, 0, 0);
            } else {
                AmLayout.put(header, connection.id, transfer.transferId, transfer.destination());
                final long bytes = transfer.bytes();
                final long source = transfer.source();
                transfer.advance();
                send(connection, transfer, AmLayout.DIRECT_PIECE, source, bytes);
            }
            transfer.touchedNanos = context.clock().getAsLong();
            count++;
        }
        return count;
    }

    private void send(
            final Connection connection,
            final DirectOut transfer,
            final int id,
            final long source,
            final long bytes) {
        transfer.underWay++;
        underWay++;
        connection.underWayBytes += bytes;
        worker.send(
                connection.peer,
                id,
                source,
                bytes,
                sent -> {
                    transfer.underWay--;
                    underWay--;
                    connection.underWayBytes -= bytes;
                    if (!sent) {
                        fail(connection, "a message was not sent");
                    }
                });
    }

    private int end(final Connection connection) {
        int count = 0;
        for (final DirectOut transfer : List.copyOf(connection.transfers.values())) {
            if (transfer.isOver()) {
                connection.transfers.remove(transfer.transferId);
                connection.unposted.remove(transfer);
                tell(transfer, transfer.answer ? WriteOutcome.LANDED : WriteOutcome.DIRTY);
                count++;
            }
        }
        return count;
    }

    private void tell(final DirectOut transfer, final WriteOutcome outcome) {
        context.tell(new Event.DirectEnded(transfer.transferId, outcome));
    }

    private void fail(final Connection connection, final String cause) {
        if (connection.over) {
            return;
        }
        connection.over = true;
        if (!connection.transfers.isEmpty()) {
            LOG.warn("agent={} direct connection broke: {}", context.name(), cause);
            context.counters().broken();
        }
        byId.remove(connection.id);
        byAddress.remove(connection.address);
        final List<DirectOut> left = List.copyOf(connection.transfers.values());
        connection.transfers.clear();
        connection.unposted.clear();
        broken.addAll(left);
        // Told when nothing of the connection reads the sources any more.
        worker.disconnect(connection.peer, () -> left.forEach(transfer -> transfer.closed = true));
    }

    private int endBroken() {
        int count = 0;
        for (final DirectOut transfer : List.copyOf(broken)) {
            if (transfer.closed && transfer.underWay == 0) {
                broken.remove(transfer);
                tell(transfer, transfer.posted > 0 ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
                count++;
            }
        }
        return count;
    }

    /// Breaks connections whose transfers make no progress.
    void tick() {
        final long now = context.clock().getAsLong();
        for (final Connection connection : List.copyOf(byId.values())) {
            for (final DirectOut transfer : connection.transfers.values()) {
                if (now - transfer.touchedNanos > context.stallNanos()) {
                    fail(connection, "a transfer makes no progress");
                    break;
                }
            }
        }
        if (!broken.isEmpty()) {
            worker.progress();
            endBroken();
        }
    }

    /// Breaks every connection; transfers end while the worker closes.
    void close() {
        List.copyOf(byId.values()).forEach(connection -> fail(connection, "closed"));
    }

    /// Ends what is left, once the worker is closed.
    void closed() {
        endBroken();
    }
}

package dev.bounce.hw.plane;

import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Places the messages of direct transfers of peers inside registered ranges, and answers each
/// transfer once. Loop only.
final class DirectReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(DirectReceiver.class);
    private static final int MAX_CONNECTIONS = 1_024;
    private static final int MAX_TRANSFERS = 65_536;

    private static final class DirectIn {
        long seen;
        long expected = -1;
        boolean refused;
    }

    private static final class Connection {
        final long id;
        final Blob address;
        final Map<Long, DirectIn> transfers = new HashMap<>();
        AmPeer peer;

        Connection(final long id, final Blob address) {
            this.id = id;
            this.address = address;
        }
    }

    private record Answer(Connection connection, long transferId, boolean placed) {}

    private final PlaneContext context;
    private final AmWorker worker;
    private final LinkedHashMap<Long, Connection> connections = new LinkedHashMap<>();
    private final ArrayDeque<Connection> fresh = new ArrayDeque<>();
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private RangeTable table;
    private RangeCursor cursor;

    DirectReceiver(final PlaneContext context, final AmWorker worker) {
        this.context = context;
        this.worker = worker;
    }

    /// Inside a callback of UCX, as the next two.
    void hello(final long connectionId, final MemorySegment address) {
        if (address.byteSize() <= AmLayout.MAX_ADDRESS_BYTES
                && !connections.containsKey(connectionId)) {
            final Connection connection =
                    new Connection(connectionId, Blob.of(address.toArray(ValueLayout.JAVA_BYTE)));
            connections.put(connectionId, connection);
            fresh.add(connection);
        }
    }

    void piece(
            final long connectionId,
            final long transferId,
            final long destination,
            final MemorySegment data) {
        final boolean placed = place(destination, data);
        if (placed) {
            context.counters().placed();
        } else {
            context.counters().refused();
        }
        final DirectIn transfer = transfer(connectionId, transferId);
        if (transfer != null) {
            transfer.seen++;
            transfer.refused |= !placed;
            answerIfWhole(connectionId, transferId, transfer);
        }
    }

    private boolean place(final long destination, final MemorySegment data) {
        if (table != context.memory().ranges()) {
            table = context.memory().ranges();
            cursor = new RangeCursor(table);
        }
        final long bytes = data.byteSize();
        long done = 0;
        while (done < bytes) {
            if (table.find(destination + done, 1) == null) {
                return false;
            }
            final long step = cursor.seek(destination + done, bytes - done);
            final MemoryRange range = cursor.range();
            if (!range.foreignPuts().enter()) {
                return false;
            }
            try {
                cursor.write(data, done, destination + done, step);
            } finally {
                range.foreignPuts().leave();
            }
            done += step;
        }
        return true;
    }

    void end(final long connectionId, final long transferId, final long pieces) {
        final DirectIn transfer = transfer(connectionId, transferId);
        if (transfer != null) {
            transfer.expected = pieces;
            answerIfWhole(connectionId, transferId, transfer);
        }
    }

    private DirectIn transfer(final long connectionId, final long transferId) {
        final Connection connection = connections.get(connectionId);
        if (connection == null
                || connection.transfers.size() >= MAX_TRANSFERS
                        && !connection.transfers.containsKey(transferId)) {
            return null;
        }
        return connection.transfers.computeIfAbsent(transferId, _ -> new DirectIn());
    }

    private void answerIfWhole(
            final long connectionId, final long transferId, final DirectIn transfer) {
        if (transfer.seen == transfer.expected) {
            final Connection connection = connections.get(connectionId);
            connection.transfers.remove(transferId);
            answers.add(new Answer(connection, transferId, !transfer.refused));
        }
    }

    /// Connects back and sends answers.
    ///
    /// @return how much there was to do
    int pump() {
        int count = 0;
        for (Connection next = fresh.poll(); next != null; next = fresh.poll()) {
            connect(next);
            count++;
        }
        while (!answers.isEmpty()) {
            final Answer answer = answers.peek();
            if (answer.connection.peer == null || !answer.connection.peer.isOpen()) {
                answers.poll();
                continue;
            }
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            answers.poll();
            AmLayout.put(header, answer.connection.id, answer.transferId, answer.placed ? 1 : 0);
            worker.send(answer.connection.peer, AmLayout.DIRECT_ANSWER, 0, 0, _ -> {});
            count++;
        }
        return count;
    }

    private void connect(final Connection connection) {
        if (connections.size() > MAX_CONNECTIONS) {
            forget(connections.firstEntry().getValue(), "too many connections");
        }
        try {
            connection.peer =
                    worker.connect(connection.address, (_, cause) -> forget(connection, cause));
        } catch (final UcxException unreachable) {
            forget(connection, unreachable.getMessage());
        }
    }

    private void forget(final Connection connection, final String cause) {
        if (connections.remove(connection.id, connection)) {
            LOG.debug("agent={} direct connection of a peer ended: {}", context.name(), cause);
            if (connection.peer != null) {
                worker.disconnect(connection.peer);
            }
        }
    }
}

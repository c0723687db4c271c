package dev.bounce.hw.plane;

import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives the keys of registered ranges to peers that put into them. Loop only.
final class KeyOwner {
    private static final Logger LOG = LoggerFactory.getLogger(KeyOwner.class);
    private static final int MAX_CONNECTIONS = 1_024;
    private static final int MAX_QUESTIONS = 65_536;

    private static final class Connection {
        final Blob address;
        AmPeer peer;

        Connection(final Blob address) {
            this.address = address;
        }
    }

    private record Question(long connectionId, long number, long address) {}

    private final PlaneContext context;
    private final MappedRanges ranges;
    private final AmWorker worker;
    private final LinkedHashMap<Long, Connection> connections = new LinkedHashMap<>();
    private final ArrayDeque<Question> questions = new ArrayDeque<>();

    KeyOwner(final PlaneContext context, final MappedRanges ranges, final AmWorker worker) {
        this.context = context;
        this.ranges = ranges;
        this.worker = worker;
    }

    /// Inside a callback of UCX, as the next: noted only.
    void hello(final long connectionId, final MemorySegment address) {
        if (address.byteSize() <= AmLayout.MAX_ADDRESS_BYTES) {
            connections.putIfAbsent(
                    connectionId, new Connection(Blob.of(address.toArray(ValueLayout.JAVA_BYTE))));
        }
    }

    void wanted(final long connectionId, final long number, final long address) {
        if (questions.size() < MAX_QUESTIONS) { // more of them nobody waits for
            questions.add(new Question(connectionId, number, address));
        }
    }

    /// Answers what was asked.
    ///
    /// @return how much there was to do
    int pump() {
        int count = 0;
        while (!questions.isEmpty()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            final Question question = questions.poll();
            final AmPeer peer = peer(question.connectionId);
            if (peer != null) {
                answer(question, peer, header);
                count++;
            }
        }
        return count;
    }

    private AmPeer peer(final long connectionId) {
        final Connection connection = connections.get(connectionId);
        if (connection == null) {
            return null;
        }
        if (connection.peer == null) {
            if (connections.size() > MAX_CONNECTIONS) {
                forget(connections.firstEntry().getKey());
            }
            try {
                connection.peer =
                        worker.connect(connection.address, (_, _) -> forget(connectionId));
            } catch (final UcxException unreachable) {
                LOG.warn(
                        "agent={} cannot answer a peer: {}",
                        context.name(),
                        unreachable.getMessage());
                connections.remove(connectionId);
                return null;
            }
        }
        return connection.peer.isOpen() ? connection.peer : null;
    }

    private void forget(final long connectionId) {
        final Connection connection = connections.remove(connectionId);
        if (connection != null && connection.peer != null) {
            worker.disconnect(connection.peer);
        }
    }

    private void answer(final Question question, final AmPeer peer, final MemorySegment header) {
        final MemoryRange range = context.memory().ranges().find(question.address, 1);
        final MappedRanges.Mapped found =
                range == null || range.foreignPuts().isClosed() || !range.puttable()
                        ? null
                        : ranges.of(range);
        if (found == null) {
            context.counters().refused();
            AmLayout.put(header, question.connectionId, question.number, 0, 0);
            worker.send(peer, AmLayout.KEY, 0, 0, _ -> {});
            return;
        }
        final Arena owner = Arena.ofShared();
        final MemorySegment key = owner.allocateFrom(ValueLayout.JAVA_BYTE, found.key().toBytes());
        AmLayout.put(header, question.connectionId, question.number, range.base(), range.length());
        worker.send(peer, AmLayout.KEY, key.address(), key.byteSize(), _ -> owner.close());
    }
}

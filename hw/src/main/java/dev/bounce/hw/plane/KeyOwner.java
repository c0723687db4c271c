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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives the keys of registered ranges to peers that put into them. Loop only.
final class KeyOwner {
    private static final Logger LOG = LoggerFactory.getLogger(KeyOwner.class);
    private static final int MAX_CONNECTIONS = 1_024;
    private static final int MAX_QUESTIONS = 65_536;
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long CLOSE_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final class Connection {
        final WriterProcess writer;
        final Blob address;
        AmPeer peer;

        Connection(final WriterProcess writer, final Blob address) {
            this.writer = writer;
            this.address = address;
        }

        boolean isOpen() {
            return peer != null && peer.isOpen();
        }
    }

    private record Question(long connectionId, long number, long address) {}

    private record Done(long connectionId, long number) {}

    private final PlaneContext context;
    private final MappedRanges ranges;
    private final AmWorker worker;
    private final GivenKeys given;
    private final LinkedHashMap<Long, Connection> connections = new LinkedHashMap<>();
    private final ArrayDeque<Question> questions = new ArrayDeque<>();
    private final ArrayDeque<Done> over = new ArrayDeque<>();
    private boolean closing;

    KeyOwner(
            final PlaneContext context,
            final MappedRanges ranges,
            final AmWorker worker,
            final GivenKeys given) {
        this.given = given;
        this.context = context;
        this.ranges = ranges;
        this.worker = worker;
    }

    /// Inside a callback of UCX, as the next two: noted only.
    ///
    /// @param writer the process of the peer
    void hello(final long connectionId, final WriterProcess writer, final MemorySegment address) {
        if (address.byteSize() <= AmLayout.MAX_ADDRESS_BYTES
                && !connections.containsKey(connectionId)) {
            final Blob from = Blob.of(address.toArray(ValueLayout.JAVA_BYTE));
            // A peer has one connection at a time. Anybody may name its address, though.
            connections.forEach(
                    (id, old) -> {
                        if (old.address.equals(from) && !old.isOpen()) {
                            given.lost(id);
                        }
                    });
            connections.put(connectionId, new Connection(writer, from));
        }
    }

    void wanted(final long connectionId, final long number, final long address) {
        if (questions.size() < MAX_QUESTIONS) { // more of them nobody waits for
            questions.add(new Question(connectionId, number, address));
        }
    }

    /// The keys that were given for that question are not used any more.
    void done(final long connectionId, final long number) {
        if (connections.containsKey(connectionId) || given.isHeldBy(connectionId)) {
            over.add(new Done(connectionId, number));
        }
    }

    /// Takes keys back and answers what was asked.
    ///
    /// @return how much there was to do
    int pump() {
        int count = 0;
        for (Done done = over.poll(); done != null; done = over.poll()) {
            final Done last = done;
            questions.removeIf(
                    asked ->
                            asked.connectionId == last.connectionId && asked.number == last.number);
            given.takeBack(last.connectionId, last.number);
            count++;
        }
        while (!questions.isEmpty()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            final Question question = questions.poll();
            final Connection connection = connections.get(question.connectionId);
            if (connection != null && isConnected(question.connectionId, connection)) {
                answer(question, connection, header);
                count++;
            }
        }
        return count;
    }

    private boolean isConnected(final long connectionId, final Connection connection) {
        if (connection.peer == null) {
            try {
                makeRoom();
                connection.peer =
                        worker.connect(connection.address, (_, _) -> forget(connectionId));
            } catch (final UcxException unreachable) {
                LOG.warn(
                        "agent={} cannot answer a peer: {}",
                        context.name(),
                        unreachable.getMessage());
                connections.remove(connectionId);
                return false;
            }
        }
        return connection.peer.isOpen();
    }

    /// Forgets the oldest connection that holds no key.
    private void makeRoom() {
        if (connections.size() > MAX_CONNECTIONS) {
            for (final long oldest : connections.keySet()) {
                if (!given.isHeldBy(oldest)) {
                    forget(oldest);
                    return;
                }
            }
            throw new UcxException(MAX_CONNECTIONS + " peers put into this memory already", null);
        }
    }

    private void forget(final long connectionId) {
        final Connection connection = connections.remove(connectionId);
        given.lost(connectionId);
        if (connection != null && connection.peer != null) {
            worker.disconnect(connection.peer);
        }
    }

    private void answer(
            final Question question, final Connection connection, final MemorySegment header) {
        final MemoryRange range = context.memory().ranges().find(question.address, 1);
        final MappedRanges.Mapped found =
                range == null || !range.puttable() ? null : open(question, connection, range);
        if (found == null) {
            context.counters().refused();
            AmLayout.put(header, question.connectionId, question.number, 0, 0);
            worker.send(connection.peer, AmLayout.KEY, 0, 0, _ -> {});
            return;
        }
        final Arena owner = Arena.ofShared();
        final MemorySegment key = owner.allocateFrom(ValueLayout.JAVA_BYTE, found.key().toBytes());
        AmLayout.put(header, question.connectionId, question.number, range.base(), range.length());
        worker.send(
                connection.peer, AmLayout.KEY, key.address(), key.byteSize(), _ -> owner.close());
    }

    /// The range is in use before it is mapped: it cannot be given back meanwhile.
    private MappedRanges.Mapped open(
            final Question question, final Connection connection, final MemoryRange range) {
        return !closing
                        && given.give(
                                question.connectionId, connection.writer, question.number, range)
                ? ranges.of(range)
                : null;
    }

    /// Looks whether peers that were lost can put no more.
    void tick() {
        given.tick();
    }

    /// Gives no more keys and waits until no peer can use one: two seconds for those that
    /// are there, T for those that are lost.
    ///
    /// @return false if one still may
    boolean close() {
        closing = true;
        final long end = System.nanoTime() + CLOSE_NANOS;
        while (!given.isEmpty()) {
            if (System.nanoTime() - end > 0 && !given.areAllLost()) {
                return false;
            }
            given.tick();
            if (worker.progress() + pump() == 0) {
                LockSupport.parkNanos(CLOSE_STEP_NANOS);
            }
        }
        return true;
    }
}

package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.RemoteKeys;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends direct transfers as puts over one connection per peer. A transfer is LANDED when a flush
/// behind its last put has ended and no error of the connection was seen. One that failed is told
/// when nothing reads its sources any more. Loop only.
final class PutSender {
    private static final Logger LOG = LoggerFactory.getLogger(PutSender.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long CLOSE_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final class Connection {
        final long id = random.nextLong();
        final Blob address;
        final Map<Long, PutTransfer> transfers = new HashMap<>();

        /// What the peer is still to be told.
        final ArrayDeque<Done> done = new ArrayDeque<>();

        final AmPeer peer;
        boolean over;

        Connection(final Blob address) {
            this.address = address;
            peer = worker.connect(address, (_, cause) -> fail(this, cause));
        }
    }

    /// A transfer whose keys are let go of.
    private record Done(long connectionId, long transferId) {}

    private final PlaneContext context;
    private final AmWorker worker;
    private final MappedRanges ranges;
    /// Not to be guessed from ids that were seen: a peer takes back keys by them.
    private final RandomGenerator random = new SecureRandom();

    private final Map<Blob, Connection> byAddress = new HashMap<>();
    private final Map<Long, Connection> byId = new HashMap<>();
    private final FadingPuts fading;
    private int running;

    /// That peers are still to be told.
    private int owed;

    private boolean closing;

    PutSender(final PlaneContext context, final AmWorker worker, final MappedRanges ranges) {
        this.context = context;
        this.worker = worker;
        this.ranges = ranges;
        fading = new FadingPuts(context);
    }

    /// Whether nothing is under way that only a look finds.
    boolean isIdle() {
        return running == 0 && owed == 0;
    }

    /// Takes a transfer, which ends exactly once; [#pump] begins it.
    ///
    /// @throws RuntimeException if a source is not registered or the peer cannot be connected to;
    ///     then nothing was sent and nothing is told, as after any error
    void start(final long transferId, final Blob address, final DescriptorPairs pairs) {
        final RangeCursor sources = new RangeCursor(context.memory().ranges());
        for (int pair = 0; pair < pairs.size(); pair++) {
            sources.require(pairs.source()[pair], pairs.bytes()[pair]);
        }
        Connection connection = byAddress.get(address);
        if (connection == null) {
            connection = connect(address);
        }
        connection.transfers.put(
                transferId,
                new PutTransfer(transferId, pairs, sources, ranges, context.clock().getAsLong()));
        running++;
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
        final WriterProcess self = WriterProcess.self();
        AmLayout.put(header, connection.id, self.pid(), self.startTicks(), self.realm());
        worker.send(
                connection.peer, AmLayout.KEY_HELLO, own.address(), own.bytes(), _ -> own.close());
        return connection;
    }

    /// The peer's answer to a question. Inside a callback of UCX: noted only.
    void answered(
            final long connectionId,
            final long number,
            final long base,
            final long length,
            final MemorySegment key) {
        final Connection connection = byId.get(connectionId);
        final PutTransfer transfer = connection == null ? null : connection.transfers.get(number);
        if (transfer != null) {
            // One that is too long opens nothing, and is not copied.
            transfer.answered(
                    base,
                    length,
                    key.byteSize() > RemoteKeys.MAX_BYTES
                            ? Blob.EMPTY
                            : Blob.of(key.toArray(ValueLayout.JAVA_BYTE)));
        }
    }

    /// Asks for keys, posts what fits and ends what is over.
    ///
    /// @return how much there was to do
    int pump() {
        int count = fading.isEmpty() ? 0 : fading.poll();
        if (isIdle()) {
            return count;
        }
        for (final Connection connection : List.copyOf(byId.values())) {
            for (final PutTransfer transfer : List.copyOf(connection.transfers.values())) {
                if (!connection.over) {
                    count += pump(connection, transfer);
                }
            }
            count += tellDone(connection);
        }
        return count;
    }

    /// A transfer has let go of its keys.
    private void done(final Connection connection, final PutTransfer transfer) {
        if (transfer.hasAsked()) {
            owe(connection, new Done(connection.id, transfer.id()));
        }
    }

    /// The peer may be waiting for it, also if the connection broke: then it is told over another.
    private void owe(final Connection connection, final Done done) {
        try {
            Connection open = connection.over ? byAddress.get(connection.address) : connection;
            if (open == null && !closing) {
                open = connect(connection.address);
            }
            if (open != null) {
                open.done.add(done);
                owed++;
            }
        } catch (final RuntimeException | Error unreachable) { // ends of others are told after it
            LOG.debug(
                    "agent={} a peer is to find out by itself that its keys are not used: {}",
                    context.name(),
                    unreachable.toString());
        }
    }

    private int tellDone(final Connection connection) {
        int count = 0;
        while (!connection.done.isEmpty() && connection.peer.isOpen()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            final Done done = connection.done.poll();
            AmLayout.put(header, done.connectionId, done.transferId);
            worker.send(connection.peer, AmLayout.KEY_DONE, 0, 0, _ -> {});
            owed--;
            count++;
        }
        return count;
    }

    private int pump(final Connection connection, final PutTransfer transfer) {
        if (!connection.peer.isOpen()) {
            return 0;
        }
        int count = 0;
        try {
            count += transfer.post(connection.peer.endpoint());
        } catch (final org.openucx.jucx.UcxException failure) {
            fail(connection, failure.getMessage());
            return 1;
        }
        if (transfer.needsKey()) {
            final MemorySegment header = worker.nextHeader();
            if (header != null) {
                AmLayout.put(header, connection.id, transfer.id(), transfer.askFor());
                worker.send(connection.peer, AmLayout.KEY_WANTED, 0, 0, _ -> {});
                count++;
            }
        }
        if (count > 0) {
            transfer.touch(context.clock().getAsLong());
        }
        final WriteOutcome outcome = transfer.outcome();
        if (outcome != null) {
            end(connection, transfer, outcome);
            count++;
        }
        return count;
    }

    private void end(
            final Connection connection, final PutTransfer transfer, final WriteOutcome outcome) {
        connection.transfers.remove(transfer.id());
        running--;
        if (transfer.isRefused()) {
            LOG.warn(
                    "agent={} direct transfer={}: the peer opens no memory to puts there",
                    context.name(),
                    transfer.id());
        }
        if (outcome == WriteOutcome.DIRTY && transfer.hasFailed()) {
            fading.add(List.of(transfer), over -> done(connection, over)).run();
        } else {
            context.tell(new Event.DirectEnded(transfer.id(), outcome));
            transfer.close();
            done(connection, transfer);
        }
    }

    /// Puts that are under way need their keys and read their sources, whatever becomes of the
    /// connection.
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
        final List<PutTransfer> left = List.copyOf(connection.transfers.values());
        connection.transfers.clear();
        running -= left.size();
        final List<PutTransfer> posted = left.stream().filter(PutTransfer::hasPosted).toList();
        worker.disconnect(connection.peer, fading.add(posted, over -> done(connection, over)));
        final List<PutTransfer> unposted = left.stream().filter(one -> !one.hasPosted()).toList();
        for (final PutTransfer transfer : unposted) {
            context.tell(new Event.DirectEnded(transfer.id(), WriteOutcome.NEVER));
            transfer.close();
        }
        tellElsewhere(connection);
        unposted.forEach(transfer -> done(connection, transfer));
    }

    /// What was to be told over another one already is not tried for ever.
    private void tellElsewhere(final Connection broken) {
        owed -= broken.done.size();
        final List<Done> left = List.copyOf(broken.done);
        broken.done.clear();
        for (final Done one : left) {
            if (one.connectionId == broken.id) {
                owe(broken, one);
            }
        }
    }

    /// Breaks connections whose transfers make no progress.
    void tick() {
        final long now = context.clock().getAsLong();
        for (final Connection connection : List.copyOf(byId.values())) {
            if (connection.transfers.values().stream()
                    .anyMatch(one -> now - one.touchedNanos() > context.stallNanos())) {
                fail(connection, "a transfer makes no progress");
            }
        }
        if (!fading.isEmpty()) {
            worker.progress();
            fading.poll();
        }
    }

    /// Breaks every connection and waits, bounded, until nothing of them reads or needs a key.
    ///
    /// @return false if something still does
    boolean close() {
        closing = true;
        List.copyOf(byId.values()).forEach(connection -> fail(connection, "closed"));
        final long end = System.nanoTime() + CLOSE_NANOS;
        while (!fading.isEmpty()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            if (worker.progress() + fading.poll() == 0) {
                LockSupport.parkNanos(CLOSE_STEP_NANOS);
            }
        }
        return true;
    }
}

package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.ucx.RemoteKeys;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpRequestParams;

/// Writes as one put and one flush each, posted back to back on the link's own endpoint. The flush
/// proves the bytes of its put, unless an error of the connection is seen by the end of the turn:
/// UCX can report a flush as done whose bytes never landed, when the receiver drops the connection.
final class PutCarrier implements Carrier {
    /// Two chunks under way fill the link.
    private static final int WINDOW_WRITES = 4;

    private final class Step extends UcxCallback {
        final OutgoingWrite write;
        final boolean flush;
        boolean over;

        Step(final OutgoingWrite write, final boolean flush) {
            this.write = write;
            this.flush = flush;
        }

        @Override
        public void onSuccess(final UcpRequest request) {
            settle(true);
        }

        @Override
        public void onError(final int status, final String message) {
            settle(false);
        }

        /// JUCX reports a synchronous failure twice; the first report counts.
        void settle(final boolean success) {
            if (!over) {
                over = true;
                steps--;
                write.underWay--;
                write.proven |= flush && success;
                write.failed |= !success;
                if (write.underWay == 0 && write != trial) {
                    ended.add(write);
                }
            }
        }
    }

    /// Hands puts and flushes to UCX.
    interface Posting {
        /// Begins a put.
        ///
        /// @param end told once of its end
        void put(
                UcpEndpoint endpoint,
                long source,
                long bytes,
                long target,
                UcpRemoteKey key,
                UcxCallback end,
                UcpRequestParams memory);

        /// Begins a flush behind it.
        ///
        /// @param end told once of its end
        default void flush(final UcpEndpoint endpoint, final UcxCallback end) {
            endpoint.flushNonBlocking(end);
        }
    }

    private final LinkSender sender;
    private final Posting posting;
    private final ByteBuffer packedKey;
    private final UcpRequestParams memory;
    private final ArrayDeque<OutgoingWrite> queue = new ArrayDeque<>();
    private final ArrayDeque<OutgoingWrite> ended = new ArrayDeque<>();
    private final long remoteFront;
    private UcpRemoteKey key;
    private OutgoingWrite trial;
    private int running;
    private int steps;

    /// @param memoryType of both arenas, as UCX calls it
    /// @param arena the sender's, mapped: UCX asks the driver about every put otherwise
    /// @throws dev.bounce.hw.ucx.UcxException if the receiver's key cannot be one
    PutCarrier(
            final LinkSender sender,
            final Effect.OpenPlane open,
            final int memoryType,
            final UcpMemory arena) {
        this(sender, open, memoryType, arena, UcpEndpoint::putNonBlocking);
    }

    /// The same, with puts and flushes that are begun in another way.
    PutCarrier(
            final LinkSender sender,
            final Effect.OpenPlane open,
            final int memoryType,
            final UcpMemory arena,
            final Posting posting) {
        this.sender = sender;
        this.posting = posting;
        memory = new UcpRequestParams().setMemoryType(memoryType).setMemoryHandle(arena);
        remoteFront = open.remote().address() - DeviceMemory.FRONT_BYTES;
        packedKey = RemoteKeys.packed(open.remote().remoteKey());
    }

    /// The first put maps the receiver's arena and lets UCX choose its protocol, milliseconds in
    /// which leases would run. It goes into a page that holds nothing.
    @Override
    public boolean isWarm() {
        if (trial == null) {
            trial = new OutgoingWrite(null);
            put(
                    trial,
                    sender.context().memory().arenaAddress() - DeviceMemory.FRONT_BYTES,
                    DeviceMemory.FRONT_BYTES,
                    remoteFront);
        }
        if (trial.underWay == 0 && trial.failed) {
            sender.fail("a put to the peer's arena fails");
        }
        return trial.underWay == 0 && trial.proven && !trial.failed;
    }

    @Override
    public void add(final OutgoingWrite write) {
        queue.add(write);
    }

    @Override
    public int pump() {
        int count = settleEnded();
        while (!queue.isEmpty() && running < WINDOW_WRITES) {
            final OutgoingWrite head = queue.poll();
            if (sender.isSettled(head)) {
                continue;
            }
            if (sender.isLate(head)) {
                sender.settle(head, WriteOutcome.NEVER);
                continue;
            }
            post(head);
            count++;
        }
        return count + settleEnded();
    }

    /// After `progress()` has returned: by now an error handler would have run.
    private int settleEnded() {
        int count = 0;
        for (OutgoingWrite write = ended.poll(); write != null; write = ended.poll()) {
            running--;
            final boolean landed = write.proven && !write.failed && !sender.peer().isBroken();
            sender.settle(write, landed ? WriteOutcome.LANDED : WriteOutcome.DIRTY);
            count++;
        }
        return count;
    }

    private void post(final OutgoingWrite outgoing) {
        final Effect.Write write = outgoing.write;
        running++;
        outgoing.postedNanos = sender.context().clock().getAsLong();
        outgoing.posted = write.bytes();
        put(
                outgoing,
                sender.context().memory().arenaAddress() + write.sourceRegion(),
                write.bytes(),
                write.targetAddress());
        if (sender.context().clock().getAsLong() > write.notAfterNanos()) {
            // Posted too late: it may land, and must not count.
            sender.settle(outgoing, WriteOutcome.DIRTY);
        }
    }

    private void put(
            final OutgoingWrite outgoing, final long source, final long bytes, final long target) {
        outgoing.underWay = 2;
        steps += 2;
        final Step put = new Step(outgoing, false);
        final Step flush = new Step(outgoing, true);
        final UcpEndpoint endpoint = sender.peer().endpoint();
        try {
            if (key == null) {
                key = RemoteKeys.unpack(endpoint, packedKey);
            }
            posting.put(endpoint, source, bytes, target, key, put, memory);
        } catch (final UcxException | dev.bounce.hw.ucx.UcxException broken) {
            put.settle(false);
            flush.settle(false);
            return;
        }
        try {
            posting.flush(endpoint, flush);
        } catch (final UcxException broken) {
            flush.settle(false); // the put is under way, and has its end to come
        }
    }

    @Override
    public void answered(final long writeId, final long grantId, final boolean placed) {
        // Nothing asked for an answer.
    }

    @Override
    public boolean makesCopies() {
        return true;
    }

    @Override
    public boolean isQuiet() {
        return steps == 0;
    }

    @Override
    public void close() {
        if (key != null) {
            key.close();
            key = null;
        }
    }
}

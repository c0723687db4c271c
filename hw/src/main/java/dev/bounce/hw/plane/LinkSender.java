package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sender's end of one epoch. It says HELLO to the receiver's worker and is open when WELCOME
/// comes back, so that connections and protocols are set up before the first write.
///
/// A write is LANDED only if it was proven in a turn in which no error of the connection was seen,
/// and its memory is not under way any more. After an error every write that was posted is DIRTY,
/// whatever is reported about it later.
final class LinkSender implements LinkEnd {
    private static final Logger LOG = LoggerFactory.getLogger(LinkSender.class);

    private record Answer(long writeId, long grantId, boolean placed) {}

    private final PlaneContext context;
    private final Effect.OpenPlane open;
    private final AmWorker worker;
    private final Arena owner = Arena.ofShared();
    private final Carrier carrier;
    private final Map<Long, OutgoingWrite> running = new LinkedHashMap<>();
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private final long deadlineNanos;
    private AmPeer peer;
    private boolean welcomed;
    private boolean opened;
    private boolean failed;

    /// @param carriers makes what moves the bytes
    /// @throws UcxException if UCX makes no worker, or the peer's arena cannot be reached
    LinkSender(
            final PlaneContext context,
            final UcxDomain domain,
            final Effect.OpenPlane open,
            final Carrier.Maker carriers) {
        this.context = context;
        this.open = open;
        AmWorker made = null;
        try {
            made =
                    new AmWorker(
                            domain,
                            "sender " + open.plane() + " of " + open.peer(),
                            AmLayout.LINK_IDS,
                            AmLayout.SENDS,
                            this::received);
            worker = made;
            carrier = carriers.make(this, open);
        } catch (final RuntimeException | Error failure) {
            if (made != null) {
                made.close();
            }
            owner.close();
            throw failure;
        }
        deadlineNanos = context.clock().getAsLong() + context.openNanos();
    }

    PlaneContext context() {
        return context;
    }

    AmWorker worker() {
        return worker;
    }

    /// The receiver's end, once begun.
    AmPeer peer() {
        return peer;
    }

    @Override
    public void begin() {
        try {
            peer = worker.connect(open.remote().planeAddress(), (_, cause) -> fail(cause));
        } catch (final UcxException unreachable) {
            fail(unreachable.getMessage());
            return;
        }
        final Blob own = worker.address();
        final MemorySegment address = owner.allocateFrom(ValueLayout.JAVA_BYTE, own.toBytes());
        final WriterProcess self = WriterProcess.self();
        AmLayout.put(
                worker.nextHeader(),
                open.plane().linkId(),
                open.plane().epoch(),
                open.plane().instance(),
                self.pid(),
                self.startTicks(),
                self.realm());
        worker.send(peer, AmLayout.HELLO, address.address(), own.length(), _ -> {});
    }

    private void received(final int id, final MemorySegment header, final MemorySegment data) {
        if (id == AmLayout.WELCOME) {
            welcomed |=
                    AmLayout.field(header, 0) == open.plane().linkId()
                            && AmLayout.field(header, 1) == open.plane().epoch()
                            && AmLayout.field(header, 2) == open.plane().instance();
        } else if (id == AmLayout.ANSWER) {
            answers.add(
                    new Answer(
                            AmLayout.field(header, 0),
                            AmLayout.field(header, 1),
                            AmLayout.field(header, 2) == 1));
        }
    }

    /// Takes a write; it ends exactly once.
    void write(final Effect.Write write) {
        final OutgoingWrite outgoing = new OutgoingWrite(write);
        running.put(write.writeId(), outgoing);
        if (!opened || failed || isLate(outgoing) || !context.isInArena(write)) {
            settle(outgoing, WriteOutcome.NEVER);
        } else {
            carrier.add(outgoing);
            carrier.pump();
        }
    }

    /// Whether nothing of that write may be posted any more.
    boolean isLate(final OutgoingWrite write) {
        return context.clock().getAsLong() > write.write.notAfterNanos();
    }

    /// Whether that write has ended.
    boolean isSettled(final OutgoingWrite write) {
        return running.get(write.write.writeId()) != write;
    }

    /// The write that runs under that id, or `null`.
    OutgoingWrite running(final long writeId) {
        return running.get(writeId);
    }

    /// Ends a write, unless it has ended. Only outside callbacks of UCX.
    void settle(final OutgoingWrite write, final WriteOutcome outcome) {
        if (running.remove(write.write.writeId(), write)) {
            context.tell(new Event.WriteEnded(write.write.writeId(), outcome));
        }
    }

    @Override
    public int progress() {
        int count = worker.progress();
        if (welcomed && !opened && !failed && carrier.isWarm()) {
            opened = true;
            context.tell(new Event.PlaneOpened(open.plane(), Blob.EMPTY));
        }
        for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
            if (!failed) {
                carrier.answered(answer.writeId, answer.grantId, answer.placed);
            }
        }
        if (opened && !failed) {
            count += carrier.pump();
        }
        return count;
    }

    @Override
    public void tick() {
        final long now = context.clock().getAsLong();
        if (!opened && !failed && now > deadlineNanos) {
            fail("no answer within the time to open a link");
        }
        for (final OutgoingWrite write : running.values()) {
            if (!failed && write.posted > 0 && now - write.postedNanos > context.stallNanos()) {
                fail("a write does not end");
                return;
            }
        }
    }

    /// Ends the link and every write. Only outside callbacks of UCX; further calls do nothing.
    void fail(final String cause) {
        if (failed) {
            return;
        }
        failed = true;
        LOG.info("peer={} link={} ended: {}", open.peer(), open.plane(), cause);
        context.counters().broken();
        context.tell(
                opened ? new Event.LinkBroken(open.plane()) : new Event.PlaneFailed(open.plane()));
        endAll();
    }

    private void endAll() {
        final List<OutgoingWrite> left = new ArrayList<>(running.values());
        for (final OutgoingWrite write : left) {
            settle(write, write.posted > 0 ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
        }
    }

    @Override
    public int eventFd() {
        return worker.eventFd();
    }

    @Override
    public boolean arm() {
        return worker.arm();
    }

    @Override
    public boolean leave() {
        failed = true;
        endAll();
        return carrier.makesCopies();
    }

    @Override
    public boolean close() {
        failed = true;
        final boolean closed;
        try {
            // A key is let go once no put that is under way needs it.
            closed = worker.close(carrier::isQuiet, carrier::close);
        } finally {
            // A worker that cannot be closed yet has posted nothing of these.
            endAll();
        }
        if (closed) {
            owner.close();
        }
        return closed;
    }
}

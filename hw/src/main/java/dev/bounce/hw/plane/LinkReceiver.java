package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The receiver's end of one epoch: places the pieces of a write while its grant lives, and answers
/// each write once. The first HELLO that names the epoch is the sender's; there is no other.
final class LinkReceiver implements LinkEnd {
    private static final Logger LOG = LoggerFactory.getLogger(LinkReceiver.class);
    private static final int MAX_OPEN_WRITES = 4_096;

    private static final class IncomingWrite {
        final long grantId;
        long missing;
        boolean answered;

        IncomingWrite(final long grantId, final long missing) {
            this.grantId = grantId;
            this.missing = missing;
        }
    }

    private record Answer(long writeId, long grantId, boolean placed) {}

    private final PlaneContext context;
    private final PlaneKey plane;
    private final AmWorker worker;
    private final Map<Long, IncomingWrite> writes = new HashMap<>();
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private Blob hello;
    private WriterProcess writer;
    private AmPeer sender;
    private boolean failed;

    LinkReceiver(
            final PlaneContext context,
            final UcxDomain domain,
            final PlaneKey plane,
            final String peer) {
        this.context = context;
        this.plane = plane;
        worker =
                new AmWorker(
                        domain,
                        "receiver " + plane + " of " + peer,
                        AmLayout.LINK_IDS,
                        AmLayout.SENDS,
                        this::received);
    }

    /// What the sender connects to.
    Blob address() {
        return worker.address();
    }

    /// The process of the sender, `null` if it was not welcomed. When the loop has let go.
    WriterProcess writer() {
        return sender == null ? null : writer;
    }

    @Override
    public void begin() {
        // The sender begins.
    }

    private void received(final int id, final MemorySegment header, final MemorySegment data) {
        if (id == AmLayout.PIECE) {
            piece(header, data);
        } else if (id == AmLayout.HELLO
                && hello == null
                && data.byteSize() <= AmLayout.MAX_ADDRESS_BYTES
                && AmLayout.field(header, 0) == plane.linkId()
                && AmLayout.field(header, 1) == plane.epoch()
                && AmLayout.field(header, 2) == plane.instance()) {
            hello = Blob.of(data.toArray(ValueLayout.JAVA_BYTE));
            writer =
                    new WriterProcess(
                            AmLayout.field(header, 3),
                            AmLayout.field(header, 4),
                            AmLayout.field(header, 5));
        }
    }

    private void piece(final MemorySegment header, final MemorySegment data) {
        final long writeId = AmLayout.field(header, 0);
        final long grantId = AmLayout.field(header, 1);
        final long region = AmLayout.field(header, 2);
        final long offset = AmLayout.field(header, 3);
        final boolean placed = context.grants().place(plane, grantId, region, offset, data);
        if (placed) {
            context.counters().placed();
        } else {
            context.counters().refused();
        }
        IncomingWrite write = writes.get(writeId);
        if (write == null) {
            if (writes.size() == MAX_OPEN_WRITES) {
                return;
            }
            write = new IncomingWrite(grantId, AmLayout.field(header, 4));
            writes.put(writeId, write);
        }
        write.missing -= data.byteSize();
        if (!write.answered && (!placed || write.missing <= 0)) {
            write.answered = true;
            answers.add(new Answer(writeId, write.grantId, placed && write.missing == 0));
        }
        if (write.missing <= 0) {
            writes.remove(writeId);
        }
    }

    @Override
    public int progress() {
        int count = worker.progress();
        if (hello != null && sender == null && !failed) {
            welcome();
            count++;
        }
        while (sender != null && sender.isOpen() && !answers.isEmpty()) {
            final MemorySegment header = worker.nextHeader();
            if (header == null) {
                break;
            }
            final Answer answer = answers.poll();
            AmLayout.put(header, answer.writeId, answer.grantId, answer.placed ? 1 : 0);
            worker.send(sender, AmLayout.ANSWER, 0, 0, _ -> {});
            count++;
        }
        return count;
    }

    private void welcome() {
        try {
            sender = worker.connect(hello, (_, cause) -> fail(cause));
        } catch (final UcxException unreachable) {
            fail(unreachable.getMessage());
            return;
        }
        writer = writer.seen();
        AmLayout.put(worker.nextHeader(), plane.linkId(), plane.epoch(), plane.instance());
        worker.send(sender, AmLayout.WELCOME, 0, 0, _ -> {});
    }

    private void fail(final String cause) {
        if (!failed) {
            failed = true;
            LOG.debug("link={} lost its sender: {}", plane, cause);
            context.counters().broken();
            context.tell(new Event.LinkBroken(plane));
        }
    }

    @Override
    public void tick() {
        // Whoever sends nothing is found by the lease.
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
    public boolean close() {
        failed = true;
        return worker.close();
    }
}

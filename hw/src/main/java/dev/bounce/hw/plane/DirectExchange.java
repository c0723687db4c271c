package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The direct path of one agent over eager active messages, on a worker of its own whose address
/// stands in the description. Made by any thread, then served by the loop.
final class DirectExchange implements DirectPath {
    private static final Logger LOG = LoggerFactory.getLogger(DirectExchange.class);

    private final PlaneContext context;
    private final AmWorker worker;
    private final Blob address;
    private final DirectSender sender;
    private final DirectReceiver receiver;

    DirectExchange(final PlaneContext context, final UcxDomain domain) {
        this.context = context;
        worker =
                new AmWorker(
                        domain,
                        "direct of " + context.name(),
                        AmLayout.DIRECT_IDS,
                        AmLayout.SENDS,
                        this::received);
        try {
            address = worker.address();
            sender = new DirectSender(context, worker);
            receiver = new DirectReceiver(context, worker);
        } catch (final RuntimeException | Error failure) {
            worker.close();
            throw failure;
        }
    }

    @Override
    public Blob address() {
        return address;
    }

    private void received(final int id, final MemorySegment header, final MemorySegment data) {
        final long connection = AmLayout.field(header, 0);
        final long second = AmLayout.field(header, 1);
        final long third = AmLayout.field(header, 2);
        switch (id) {
            case AmLayout.DIRECT_HELLO -> receiver.hello(connection, data);
            case AmLayout.DIRECT_PIECE -> receiver.piece(connection, second, third, data);
            case AmLayout.DIRECT_END -> receiver.end(connection, second, third);
            case AmLayout.DIRECT_ANSWER -> sender.answered(connection, second, third == 1);
            default -> LOG.warn("agent={} direct message={} is unknown", context.name(), id);
        }
    }

    @Override
    public void put(final long transferId, final Blob peerAddress, final DescriptorPairs pairs) {
        try {
            sender.start(transferId, peerAddress, pairs);
        } catch (final RuntimeException | Error cannot) {
            LOG.warn("direct transfer={} not begun: {}", transferId, cannot.toString());
            context.tell(new Event.DirectEnded(transferId, WriteOutcome.NEVER));
            return;
        }
        sender.pump();
    }

    @Override
    public int eventFd() {
        return worker.eventFd();
    }

    @Override
    public int progress() {
        return worker.progress() + receiver.pump() + sender.pump();
    }

    @Override
    public boolean arm() {
        return worker.arm();
    }

    @Override
    public boolean tick() {
        worker.tick();
        sender.tick();
        return false;
    }

    @Override
    public boolean close() {
        sender.close();
        final boolean closed = worker.close();
        sender.closed();
        return closed;
    }
}

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

/// The direct path as one put per descriptor. Each transfer asks the peer for the keys of the
/// ranges that it writes, when it first comes to them, and lets go of them when it ends: a key that
/// outlives the range would write memory that is somebody else's by then, so that a range of which
/// a peer has a key is not given back.
final class DirectPuts implements DirectPath {
    private static final Logger LOG = LoggerFactory.getLogger(DirectPuts.class);

    private final PlaneContext context;
    private final AmWorker worker;
    private final Blob address;
    private final MappedRanges ranges;
    private final PutSender sender;
    private final KeyOwner owner;

    /// @param fenceDelayNanos T after which a peer that was lost is assumed to put no more
    DirectPuts(final PlaneContext context, final UcxDomain domain, final long fenceDelayNanos) {
        this.context = context;
        worker =
                new AmWorker(
                        domain,
                        "direct of " + context.name(),
                        AmLayout.KEY_IDS,
                        AmLayout.SENDS,
                        this::received);
        try {
            address = worker.address();
            ranges = new MappedRanges(context, domain);
            sender = new PutSender(context, worker, ranges);
            owner = new KeyOwner(context, ranges, worker, new GivenKeys(context, fenceDelayNanos));
        } catch (final RuntimeException | Error failure) {
            worker.close();
            throw failure;
        }
    }

    private void received(final int id, final MemorySegment header, final MemorySegment data) {
        switch (id) {
            case AmLayout.KEY_HELLO ->
                    owner.hello(
                            AmLayout.field(header, 0),
                            new WriterProcess(
                                    AmLayout.field(header, 1),
                                    AmLayout.field(header, 2),
                                    AmLayout.field(header, 3)),
                            data);
            case AmLayout.KEY_WANTED ->
                    owner.wanted(
                            AmLayout.field(header, 0),
                            AmLayout.field(header, 1),
                            AmLayout.field(header, 2));
            case AmLayout.KEY ->
                    sender.answered(
                            AmLayout.field(header, 0),
                            AmLayout.field(header, 1),
                            AmLayout.field(header, 2),
                            AmLayout.field(header, 3),
                            data);
            case AmLayout.KEY_DONE ->
                    owner.done(AmLayout.field(header, 0), AmLayout.field(header, 1));
            default -> LOG.warn("agent={} direct message={} is unknown", context.name(), id);
        }
    }

    @Override
    public Blob address() {
        return address;
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
        return worker.progress() + owner.pump() + sender.pump();
    }

    @Override
    public boolean arm() {
        return sender.isIdle() && worker.arm();
    }

    @Override
    public boolean tick() {
        worker.tick();
        sender.tick();
        owner.tick();
        ranges.tick();
        // What came in meanwhile is worked on, and what is owed leaves.
        return owner.pump() + sender.pump() > 0 || !sender.isIdle();
    }

    @Override
    public boolean close() {
        if (!sender.close()) {
            LOG.warn("agent={} direct puts do not end; what they use is kept", context.name());
            return false;
        }
        if (!owner.close()) {
            LOG.warn("agent={} peers may still put; what they reach is kept", context.name());
            return false;
        }
        ranges.close();
        return worker.close();
    }
}

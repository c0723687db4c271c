package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Nonce;
import java.util.ArrayList;

/// How an epoch ends at its sender (rules 6 and 9): its requests close, its writes are awaited,
/// then CLOSE leaves and is repeated until it is answered, while the next epoch may open.
final class SenderEpochs {
    private final Context context;
    private final SenderOutput output;
    private final SenderLinks links;
    private final SenderOpening opening;
    private final KeepAlive keeping;
    private Requests requests;
    private Closing closing;
    private Writes writes;

    SenderEpochs(
            final Context context,
            final SenderOutput output,
            final SenderLinks links,
            final SenderOpening opening,
            final KeepAlive keeping) {
        this.context = context;
        this.output = output;
        this.links = links;
        this.opening = opening;
        this.keeping = keeping;
    }

    void connect(final Requests requests, final Closing closing, final Writes writes) {
        this.requests = requests;
        this.closing = closing;
        this.writes = writes;
    }

    SenderEpoch create(
            final SenderLink link,
            final long number,
            final Nonce nonce,
            final long peerInstance,
            final long ordinal) {
        final PlaneKey plane =
                new PlaneKey(link.linkId, number, context.config.instance(), PlaneKey.Side.SENDER);
        final SenderEpoch[] self = new SenderEpoch[1];
        final Timer timer = new Timer(ordinal, () -> repeatClose(self[0]));
        self[0] = new SenderEpoch(link, number, nonce, plane, peerInstance, context.now, timer);
        return self[0];
    }

    /// The epoch with that plane, current or closed, or `null`.
    SenderEpoch byPlane(final PlaneKey plane) {
        final SenderLink link = links.byId(plane.linkId());
        if (link == null || plane.instance() != context.config.instance()) {
            return null;
        }
        return link.epoch(plane.epoch());
    }

    /// Ends the current epoch of a link.
    void end(final SenderEpoch epoch, final Outcome reason) {
        epoch.link.restLimits = null;
        end(epoch, reason, 0);
    }

    /// Closes an epoch that nothing was asked of for a while: the link rests.
    void endIdle(final SenderEpoch epoch) {
        Invariant.check(epoch.isIdle(), "an idle epoch has no record", epoch.records.size());
        epoch.link.restLimits = epoch.limits;
        end(epoch, Outcome.LINK_LOST, 1);
    }

    private void end(final SenderEpoch epoch, final Outcome reason, final long idle) {
        final SenderLink link = epoch.link;
        Invariant.check(link.current == epoch, "only the current epoch can end", epoch.epoch);
        context.tracer.record(Action.SENDER_ENDS, link.linkId, epoch.epoch, 0, -1, idle);
        epoch.ended = true;
        link.current = null;
        link.notReadySinceNanos = context.now;
        context.deadlines.clear(link.timer);
        if (!epoch.isOpened()) {
            opening.lose(link);
            return;
        }
        link.state = LinkState.CLOSING;
        Invariant.check(
                link.hasRoom(), "an epoch that ends has its place; closed", link.closed.size());
        link.closed.add(epoch);
        final ArrayList<Request> records = new ArrayList<>(epoch.records);
        for (int index = 0; index < records.size(); index++) {
            closing.start(records.get(index), reason);
        }
        closeWhenQuiet(epoch);
    }

    /// CLOSE leaves when none of the epoch's writes is running; its kind is then final.
    void closeWhenQuiet(final SenderEpoch epoch) {
        if (!epoch.ended || epoch.closeSent || epoch.writesRunning > 0) {
            return;
        }
        epoch.closeSent = true;
        epoch.clean = epoch.writesDirty == 0;
        if (epoch.planeRequested) {
            context.out.add(
                    new Effect.Fence(epoch.plane, epoch.link.peer, epoch.creditUntilNanos()));
        } else {
            epoch.fenced = true;
        }
        output.close(epoch);
        if (!epoch.answered) {
            context.deadlines.set(
                    epoch.closeTimer,
                    Context.later(context.now, context.config.link().keepAliveNanos()));
        }
        if (epoch.link.state == LinkState.CLOSING) {
            opening.closed(epoch.link);
        }
        dropIfDone(epoch);
    }

    private void repeatClose(final SenderEpoch epoch) {
        if (!epoch.answered) {
            output.close(epoch);
            context.deadlines.set(
                    epoch.closeTimer,
                    Context.later(context.now, context.config.link().keepAliveNanos()));
        }
    }

    /// CLOSED: nothing of the epoch is or will be scattered.
    void closed(final SenderEpoch epoch) {
        if (!epoch.closeSent || epoch.answered) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        context.tracer.record(
                Action.RECV_CLOSED, epoch.link.linkId, epoch.epoch, 0, -1, epoch.clean ? 1 : 0);
        answered(epoch);
    }

    private void answered(final SenderEpoch epoch) {
        epoch.answered = true;
        context.deadlines.clear(epoch.closeTimer);
        final ArrayList<Request> records = new ArrayList<>(epoch.records);
        for (int index = 0; index < records.size(); index++) {
            closing.quiet(records.get(index));
        }
        dropIfDone(epoch);
    }

    /// STALE_EPOCH to a frame of an open epoch: the receiver has ended it.
    void staleEpoch(final SenderEpoch epoch, final Body.StaleEpoch body) {
        if (epoch.ended) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        context.tracer.record(
                Action.RECV_STALE_EPOCH, epoch.link.linkId, epoch.epoch, 0, -1, body.highest());
        epoch.link.nextEpoch = Math.max(epoch.link.nextEpoch, body.highest() + 1);
        end(epoch, Outcome.LINK_LOST);
    }

    /// STALE_INSTANCE to a frame of this very epoch: that life of the receiver is over, so nothing
    /// of it will be scattered (rule 7).
    void staleInstance(
            final SenderEpoch epoch, final Header header, final Body.StaleInstance body) {
        final SenderLink link = epoch.link;
        if (body.mine() == epoch.peerInstance || epoch.answered) {
            context.ignore(IgnoreReason.INCONSISTENT);
            return;
        }
        context.tracer.record(
                Action.RECV_STALE_INSTANCE, link.linkId, header.epoch(), 0, -1, body.mine());
        if (link.peerInstance == epoch.peerInstance) {
            link.peerRestarted = true;
            requests.failWaiting(link, Outcome.PEER_RESTARTED);
        }
        final boolean isOpened = epoch.isOpened();
        epoch.answered = isOpened;
        if (!epoch.ended) {
            end(epoch, Outcome.PEER_RESTARTED);
        }
        if (isOpened) {
            answered(epoch);
        }
    }

    /// The sender's own fence: nothing reads the staging of DIRTY writes any more (rule 9).
    void fenced(final SenderEpoch epoch) {
        if (epoch.fenced || !epoch.closeSent) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        context.tracer.record(Action.SENDER_FENCED, epoch.link.linkId, epoch.epoch, 0, -1, 0);
        epoch.fenced = true;
        writes.releaseDirty(epoch.plane);
        dropIfDone(epoch);
    }

    /// The data plane of an epoch is broken: it ends, and what completes later may not have landed.
    void broken(final SenderEpoch epoch) {
        epoch.broken = true;
        if (!epoch.ended) {
            end(epoch, Outcome.LINK_LOST);
        }
    }

    private void dropIfDone(final SenderEpoch epoch) {
        if (epoch.answered && epoch.fenced && epoch.records.isEmpty()) {
            drop(epoch);
        }
    }

    /// Called when a record of a closed epoch is finished.
    void recordFinished(final SenderEpoch epoch) {
        if (epoch.ended) {
            dropIfDone(epoch);
        } else if (epoch.isIdle()) {
            epoch.idleSinceNanos = context.now;
            keeping.armIdle(epoch);
        }
    }

    private void drop(final SenderEpoch epoch) {
        context.deadlines.clear(epoch.closeTimer);
        final boolean wasFull = !epoch.link.hasRoom();
        epoch.link.closed.remove(epoch);
        links.removeIfForgotten(epoch.link);
        if (wasFull) {
            opening.madeRoom(epoch.link);
        }
    }
}

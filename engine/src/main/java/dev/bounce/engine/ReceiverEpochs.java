package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Nonce;
import java.util.ArrayList;

/// How an epoch ends at its receiver (rule 15): its flows close, granted regions are quarantined
/// until the fence, and a dead epoch holds nothing else.
final class ReceiverEpochs {
    private final Context context;
    private final ReceiverOutput output;
    private final Copies copies;
    private final CreditScheduler scheduler;
    private final Flows flows;

    /// Planes whose fence was asked for and is not there.
    private final ArrayList<PlaneKey> unfenced = new ArrayList<>();

    ReceiverEpochs(
            final Context context,
            final ReceiverOutput output,
            final Copies copies,
            final CreditScheduler scheduler,
            final Flows flows) {
        this.context = context;
        this.output = output;
        this.copies = copies;
        this.scheduler = scheduler;
        this.flows = flows;
    }

    int unfencedCount() {
        return unfenced.size();
    }

    ArrayList<PlaneKey> unfenced() {
        return unfenced;
    }

    /// Ends the open epoch of a link.
    ///
    /// @param clean the sender says that none of its writes can land any more
    void end(final ReceiverEpoch epoch, final boolean clean) {
        final ReceiverLink link = epoch.link;
        Invariant.check(link.current == epoch, "only the open epoch can end", epoch.epoch);
        context.tracer.record(Action.RECEIVER_ENDS, link.linkId, epoch.epoch, 0, -1, 0);
        link.current = null;
        context.deadlines.clear(epoch.timer);
        for (int index = 0; index < epoch.flows.size(); index++) {
            final Flow flow = epoch.flows.get(index);
            if (flow.open) {
                flows.close(flow, !clean);
            }
        }
        epoch.flows.clear();
        scheduler.block(link.linkId, isHeldBack(link));
        fence(epoch);
    }

    /// A pending epoch has no flows: only its plane goes.
    void dropPending(final ReceiverLink link) {
        context.deadlines.clear(link.pending.timer);
        fence(link.pending);
        link.pending = null;
    }

    private void giveUpPending(final ReceiverEpoch epoch) {
        context.tracer.record(Action.DROP_PENDING, epoch.link.linkId, epoch.epoch, 0, -1, 0);
        dropPending(epoch.link);
    }

    private void fence(final ReceiverEpoch epoch) {
        unfenced.add(epoch.plane);
        context.out.add(new Effect.Fence(epoch.plane, epoch.link.peer, leaseEndNanos(epoch)));
    }

    /// The plane of an epoch could not be made; the sender will learn that the epoch is stale.
    void planeFailed(final ReceiverEpoch epoch) {
        if (epoch.planeAddress != null) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
        } else if (epoch.link.pending == epoch) {
            giveUpPending(epoch);
        } else {
            end(epoch, true);
        }
    }

    /// A scatter of a dead epoch keeps later flows of its link from being granted anything, so that
    /// a retry is never overwritten by its own past.
    private boolean isHeldBack(final ReceiverLink link) {
        for (int index = 0; index < copies.running().size(); index++) {
            final Scatter scatter = copies.running().get(index).scatter();
            if (scatter != null
                    && scatter.region().plane.linkId() == link.linkId
                    && scatter.flow().epoch != link.current) {
                return true;
            }
        }
        return false;
    }

    /// A scatter of a dead epoch ended.
    void orphanEnded(final ReceiverLink link) {
        scheduler.block(link.linkId, isHeldBack(link));
        context.scheduleWanted = true;
    }

    /// CLOSE of the open epoch.
    void close(
            final ReceiverEpoch epoch, final long route, final Header header, final boolean clean) {
        context.tracer.record(
                Action.RECV_CLOSE, epoch.link.linkId, epoch.epoch, 0, -1, clean ? 1 : 0);
        end(epoch, clean);
        answerClose(epoch.plane, route, header);
    }

    private void answerClose(final PlaneKey plane, final long route, final Header header) {
        if (copies.isScattering(plane, 0)) {
            context.ignore(IgnoreReason.NOT_QUIET);
            return;
        }
        context.tracer.record(Action.ANSWER_CLOSE, plane.linkId(), plane.epoch(), 0, -1, 0);
        output.closed(route, header);
    }

    /// A frame of a dead epoch of this receiver's life, with the right token.
    void dead(final ReceiverLink link, final long route, final Header header, final Body body) {
        final PlaneKey plane =
                new PlaneKey(
                        header.linkId(),
                        header.epoch(),
                        header.senderInstance(),
                        PlaneKey.Side.RECEIVER);
        if (body instanceof Body.Close close) {
            context.tracer.record(
                    Action.RECV_CLOSE, link.linkId, header.epoch(), 0, -1, close.clean() ? 1 : 0);
            if (close.clean()) {
                liftAll(plane);
            }
            answerClose(plane, route, header);
            return;
        }
        if (body instanceof Body.Data data) {
            final Region region = context.arena.at(data.region());
            if (region != null
                    && region.state == RegionState.QUARANTINED
                    && region.grantId == data.grantId()
                    && region.plane.equals(plane)) {
                lift(region);
            }
        }
        output.staleEpoch(route, header, new Body.StaleEpoch(link.highest, Nonce.NONE));
    }

    /// No write of the epoch can land any more.
    void fenced(final PlaneKey plane) {
        if (!unfenced.remove(plane)) {
            context.ignore(IgnoreReason.UNKNOWN_ID);
            return;
        }
        context.tracer.record(Action.RECEIVER_FENCED, plane.linkId(), plane.epoch(), 0, -1, 0);
        liftAll(plane);
    }

    private void liftAll(final PlaneKey plane) {
        final ArrayList<Region> lifted = new ArrayList<>();
        context.arena.forEach(
                region -> {
                    if (region.state == RegionState.QUARANTINED && region.plane.equals(plane)) {
                        lifted.add(region);
                    }
                });
        lifted.forEach(this::lift);
    }

    private void lift(final Region region) {
        context.tracer.record(
                Action.LIFT_QUARANTINE,
                region.plane.linkId(),
                region.plane.epoch(),
                region.rid,
                region.chunk,
                region.grantId);
        context.arena.free(region);
        context.scheduleWanted = true;
        context.stageWanted = true;
    }

    void armLease(final ReceiverEpoch epoch) {
        context.deadlines.set(epoch.timer, leaseEndNanos(epoch));
    }

    /// Silence ends the epoch; a frame in the meantime has only moved the time.
    void checkLease(final ReceiverEpoch epoch) {
        if (context.now < leaseEndNanos(epoch)) {
            armLease(epoch);
        } else if (epoch.link.pending == epoch) {
            giveUpPending(epoch);
        } else {
            end(epoch, false);
        }
    }

    private long leaseEndNanos(final ReceiverEpoch epoch) {
        return Context.later(epoch.lastHeardNanos, context.config.link().leaseNanos() / 100 * 101);
    }
}

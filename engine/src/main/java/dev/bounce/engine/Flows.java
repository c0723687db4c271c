package dev.bounce.engine;

import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.Arrays;

/// Requests at their receiver: WANT opens a flow, GRANT answers, CANCEL closes it (rules 10 and
/// 14).
final class Flows implements CreditScheduler.Grants {
    private static final long[] NO_CHUNKS = {};

    private final Context context;
    private final ReceiverOutput output;
    private final CreditScheduler scheduler;
    private final Window window;
    private Scatters scatters;

    /// Flows that send a GRANT in this step.
    private final ArrayList<Flow> granting = new ArrayList<>();

    Flows(
            final Context context,
            final ReceiverOutput output,
            final CreditScheduler scheduler,
            final Window window) {
        this.context = context;
        this.output = output;
        this.scheduler = scheduler;
        this.window = window;
    }

    void connect(final Scatters scatters) {
        this.scatters = scatters;
    }

    void want(final ReceiverEpoch epoch, final long rid, final Body.Want want) {
        if (rid < epoch.oldestOpenRid) {
            context.ignore(IgnoreReason.FINISHED_RID);
            return;
        }
        final Flow known = epoch.flow(rid);
        if (known != null) {
            repeated(known, want);
            return;
        }
        if (isTooFarAhead(epoch, rid) || epoch.openFlows >= context.config.link().maxFlows()) {
            context.ignore(IgnoreReason.TOO_MANY_FLOWS);
            return;
        }
        final Status refusal = refusal(want);
        if (refusal != null) {
            final Flow tombstone = tombstone(epoch, rid);
            tombstone.refusal = refusal;
            output.request(epoch, rid, refusal);
            return;
        }
        context.tracer.record(
                Action.RECV_WANT,
                epoch.link.linkId,
                epoch.epoch,
                rid,
                -1,
                want.chunkBytes().length);
        final Flow flow =
                new Flow(epoch, rid, want.tag(), want.chunkBytes().clone(), window.of(epoch));
        flow.open = true;
        epoch.add(flow);
        epoch.openFlows++;
        scheduler.open(flow.demand);
        context.scheduleWanted = true;
        wantGrant(flow);
    }

    /// Bounds the tombstones that a sender can make.
    private boolean isTooFarAhead(final ReceiverEpoch epoch, final long rid) {
        return rid - epoch.oldestOpenRid
                >= (long) Requests.MAX_RID_SPAN_FLOWS * context.config.link().maxFlows();
    }

    private Status refusal(final Body.Want want) {
        if (want.chunkBytes().length > context.config.limits().maxChunks()) {
            return Status.REJECTED_MALFORMED;
        }
        for (final long bytes : want.chunkBytes()) {
            if (bytes <= SealKey.OVERHEAD_BYTES) {
                return Status.REJECTED_MALFORMED;
            }
            if (bytes > context.config.arena().maxChunkBytes()) {
                return Status.REJECTED_NO_CAPACITY;
            }
        }
        return null;
    }

    /// A repeat re-sends the GRANTs and ACKs that the flow has already earned.
    private void repeated(final Flow flow, final Body.Want want) {
        if (flow.refusal != null) {
            output.request(flow.epoch, flow.rid, flow.refusal);
            return;
        }
        if (flow.cancelled) {
            answerCancel(flow);
            return;
        }
        if (!Arrays.equals(flow.chunkBytes, want.chunkBytes())) {
            context.ignore(IgnoreReason.INCONSISTENT);
            return;
        }
        context.ignore(IgnoreReason.DUPLICATE_WANT);
        acknowledgeAgain(flow);
        grantAgain(flow);
    }

    private void acknowledgeAgain(final Flow flow) {
        final ArrayList<ChunkAck> acks = new ArrayList<>();
        for (int chunk = 0; chunk < flow.status.length; chunk++) {
            if (flow.status[chunk] != null) {
                acks.add(new ChunkAck(chunk, flow.grantId[chunk], flow.status[chunk]));
            }
        }
        if (!acks.isEmpty()) {
            output.chunks(flow.epoch, flow.rid, acks);
        }
    }

    /// The next GRANT of the flow names every credit whose DATA has not come.
    void grantAgain(final Flow flow) {
        if (flow.open) {
            flow.announced = 0;
            wantGrant(flow);
        }
    }

    private void wantGrant(final Flow flow) {
        if (!flow.grantWanted) {
            flow.grantWanted = true;
            granting.add(flow);
        }
    }

    @Override
    public void grant(final Demand demand, final int chunk, final Region region) {
        final Flow flow = demand.flow;
        final long grantId = context.nextGrantId();
        context.tracer.record(
                Action.GRANT, demand.linkId, flow.epoch.epoch, flow.rid, chunk, grantId);
        region.plane = flow.epoch.plane;
        region.rid = flow.rid;
        region.chunk = chunk;
        region.grantId = grantId;
        flow.region[chunk] = region;
        flow.grantId[chunk] = grantId;
        flow.grantedNanos[chunk] = context.now;
        wantGrant(flow);
    }

    /// The sender is told; what it holds comes back with its CANCEL.
    @Override
    public void rejectNoCapacity(final Demand demand, final int chunk) {
        final Flow flow = demand.flow;
        context.tracer.record(
                Action.REJECT_WANT, demand.linkId, flow.epoch.epoch, flow.rid, chunk, 0);
        flow.refusal = Status.REJECTED_NO_CAPACITY;
        output.request(flow.epoch, flow.rid, flow.refusal);
    }

    /// Sends the GRANTs of this step.
    void announce() {
        for (int index = 0; index < granting.size(); index++) {
            final Flow flow = granting.get(index);
            flow.grantWanted = false;
            if (!flow.open || flow.epoch.link.current != flow.epoch || flow.refusal != null) {
                continue;
            }
            final ArrayList<Credit> credits = new ArrayList<>();
            for (int chunk = flow.announced; chunk < flow.demand.next; chunk++) {
                final Region region = flow.region[chunk];
                if (region != null && region.state == RegionState.GRANTED) {
                    credits.add(credit(region));
                }
            }
            flow.announced = flow.demand.next;
            output.grant(flow, credits);
        }
        granting.clear();
    }

    private Credit credit(final Region region) {
        return new Credit(
                region.chunk,
                region.grantId,
                region.offset,
                context.config.arenaAddress() + region.offset,
                region.bytes,
                0);
    }

    void cancel(final ReceiverEpoch epoch, final long rid) {
        final Flow flow = epoch.flow(rid);
        if (rid < epoch.oldestOpenRid || flow == null && isTooFarAhead(epoch, rid)) {
            cancelForgotten(epoch, rid);
            return;
        }
        if (flow == null) {
            context.tracer.record(Action.RECV_CANCEL, epoch.link.linkId, epoch.epoch, rid, -1, 0);
            final Flow tombstone = tombstone(epoch, rid);
            tombstone.cancelled = true;
            answerCancel(tombstone);
            return;
        }
        if (!flow.cancelled) {
            context.tracer.record(
                    Action.RECV_CANCEL, epoch.link.linkId, epoch.epoch, rid, -1, flow.scattering);
        }
        if (flow.open) {
            close(flow, false);
        }
        flow.cancelled = true;
        answerCancel(flow);
    }

    private void cancelForgotten(final ReceiverEpoch epoch, final long rid) {
        if (scatters.isScattering(epoch.plane, rid)) {
            context.ignore(IgnoreReason.NOT_QUIET);
        } else {
            answerCancel(epoch, rid, Status.CANCELLED);
        }
    }

    private void answerCancel(final ReceiverEpoch epoch, final long rid, final Status status) {
        context.tracer.record(
                Action.ANSWER_CANCEL, epoch.link.linkId, epoch.epoch, rid, -1, status.wireValue());
        output.request(epoch, rid, status);
    }

    /// CANCELLED only when nothing of the flow is scattered; LANDED if every chunk had landed.
    void answerCancel(final Flow flow) {
        flow.cancelUnanswered = flow.scattering > 0;
        if (flow.cancelUnanswered) {
            context.ignore(IgnoreReason.NOT_QUIET);
            return;
        }
        answerCancel(flow.epoch, flow.rid, flow.allLanded() ? Status.LANDED : Status.CANCELLED);
    }

    private Flow tombstone(final ReceiverEpoch epoch, final long rid) {
        final Flow flow = new Flow(epoch, rid, Tag.EMPTY, NO_CHUNKS, 0);
        epoch.add(flow);
        return flow;
    }

    /// Closes an open flow: what is granted or queued is given back, what is being scattered
    /// becomes an orphan.
    ///
    /// @param quarantine a write may still land in what is granted
    void close(final Flow flow, final boolean quarantine) {
        flow.open = false;
        flow.epoch.openFlows--;
        scheduler.close(flow.demand);
        for (int chunk = 0; chunk < flow.region.length; chunk++) {
            final Region region = flow.region[chunk];
            if (region == null) {
                continue;
            }
            flow.region[chunk] = null;
            switch (region.state) {
                case GRANTED -> {
                    if (quarantine) {
                        context.arena.transition(region, RegionState.QUARANTINED);
                    } else {
                        context.arena.free(region);
                    }
                }
                case QUEUED -> {
                    scatters.unqueue(region);
                    context.arena.free(region);
                }
                case SCATTERING -> context.arena.transition(region, RegionState.ORPHAN);
                case ORPHAN, QUARANTINED, STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN ->
                        throw new InvariantViolation(
                                "a flow holds a region in state "
                                        + region.state
                                        + " at offset "
                                        + region.offset);
            }
        }
        context.scheduleWanted = true;
        context.stageWanted = true;
    }

    /// `oldestOpenRid`: below it everything is closed and forgotten.
    void forgetBelow(final ReceiverEpoch epoch, final long oldestOpenRid) {
        if (oldestOpenRid <= epoch.oldestOpenRid) {
            return;
        }
        context.tracer.record(
                Action.FORGET_BELOW, epoch.link.linkId, epoch.epoch, 0, -1, oldestOpenRid);
        epoch.oldestOpenRid = oldestOpenRid;
        int forgotten = 0;
        while (forgotten < epoch.flows.size() && epoch.flows.get(forgotten).rid < oldestOpenRid) {
            final Flow flow = epoch.flows.get(forgotten++);
            if (flow.open) {
                close(flow, false);
            }
            flow.cancelUnanswered = false;
        }
        epoch.flows.subList(0, forgotten).clear();
    }

    /// Every chunk of the flow has its status: only its results are kept.
    void finish(final Flow flow) {
        flow.open = false;
        flow.epoch.openFlows--;
        scheduler.close(flow.demand);
    }
}

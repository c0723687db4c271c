package dev.bounce.engine;

import dev.bounce.model.plan.RunBounds;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Status;

/// DATA at its receiver (rules 11 and 12).
final class Arrivals {
    private final Context context;
    private final ReceiverOutput output;
    private final Flows flows;
    private final Scatters scatters;
    private final Memory memory;
    private final Window window;
    private final CreditScheduler scheduler;

    Arrivals(
            final Context context,
            final ReceiverOutput output,
            final Flows flows,
            final Scatters scatters,
            final Memory memory,
            final Window window,
            final CreditScheduler scheduler) {
        this.context = context;
        this.output = output;
        this.flows = flows;
        this.scatters = scatters;
        this.memory = memory;
        this.window = window;
        this.scheduler = scheduler;
    }

    /// DATA is accepted iff the flow holds that grant and is not yet queued or scattering it.
    void data(final ReceiverEpoch epoch, final long rid, final Body.Data data) {
        final Flow flow = epoch.flow(rid);
        if (flow == null) {
            if (rid < epoch.oldestOpenRid) {
                context.ignore(IgnoreReason.FINISHED_RID);
            } else {
                unknown(epoch, rid, data);
            }
            return;
        }
        final int chunk = data.chunk();
        if (chunk < 0 || chunk >= flow.chunkBytes.length) {
            closedOrUnknown(flow, data);
            return;
        }
        if (flow.grantId[chunk] != data.grantId()) {
            closedOrUnknown(flow, data);
            return;
        }
        if (flow.status[chunk] != null) {
            output.chunk(epoch, rid, chunk, data.grantId(), flow.status[chunk]);
            flows.grantAgain(flow);
            return;
        }
        final Region region = flow.region[chunk];
        if (region == null || region.offset != data.region()) {
            closedOrUnknown(flow, data);
        } else if (region.state == RegionState.GRANTED) {
            accept(flow, chunk, region, data);
        } else {
            context.ignore(IgnoreReason.DUPLICATE_DATA);
        }
    }

    private void closedOrUnknown(final Flow flow, final Body.Data data) {
        if (flow.refusal != null && !flow.open) {
            output.request(flow.epoch, flow.rid, flow.refusal);
        } else if (flow.cancelled) {
            flows.answerCancel(flow);
        } else {
            unknown(flow.epoch, flow.rid, data);
        }
    }

    private void unknown(final ReceiverEpoch epoch, final long rid, final Body.Data data) {
        output.chunk(epoch, rid, data.chunk(), data.grantId(), Status.UNKNOWN_FLOW);
    }

    private void accept(
            final Flow flow, final int chunk, final Region region, final Body.Data data) {
        final Status refusal = check(region, data);
        if (refusal != null) {
            context.tracer.record(
                    Action.REJECT_DATA,
                    flow.epoch.link.linkId,
                    flow.epoch.epoch,
                    flow.rid,
                    chunk,
                    region.grantId);
            scatters.settle(flow, chunk, region, refusal);
            return;
        }
        context.tracer.record(
                Action.RECV_DATA,
                flow.epoch.link.linkId,
                flow.epoch.epoch,
                flow.rid,
                chunk,
                region.grantId);
        measure(flow, chunk);
        context.arena.transition(region, RegionState.QUEUED);
        scatters.queue(new Scatter(region, flow, data.runs()));
    }

    /// A window that has grown may let a head in that there is room for.
    private void measure(final Flow flow, final int chunk) {
        final int before = flow.demand.window;
        scheduler.resize(flow.demand, window.measure(flow, chunk, context.now));
        if (flow.demand.window > before) {
            context.scheduleWanted = true;
        }
    }

    /// Rule 12; `null` if the runs may be scattered.
    private Status check(final Region region, final Body.Data data) {
        final int maxRuns = context.config.limits().maxRuns();
        if (data.runs().size() > maxRuns) {
            return Status.REJECTED_MALFORMED;
        }
        return switch (RunBounds.check(data.runs(), region.bytes, maxRuns, memory.ranges())) {
            case OK -> null;
            case MALFORMED -> Status.REJECTED_MALFORMED;
            case OUT_OF_BOUNDS -> Status.REJECTED_OUT_OF_BOUNDS;
        };
    }
}

package dev.bounce.engine;

import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.Status;
import java.util.ArrayDeque;
import java.util.Iterator;

/// Scatters and what follows from their end (rules 13 to 15).
final class Scatters {
    private final Context context;
    private final ReceiverOutput output;
    private final Copies copies;
    private final CreditScheduler scheduler;
    private final Flows flows;
    private ReceiverEpochs epochs;
    private final ArrayDeque<Scatter> queued = new ArrayDeque<>();

    Scatters(
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

    void connect(final ReceiverEpochs epochs) {
        this.epochs = epochs;
    }

    ArrayDeque<Scatter> queued() {
        return queued;
    }

    boolean isScattering(final PlaneKey plane, final long rid) {
        return copies.isScattering(plane, rid);
    }

    void queue(final Scatter scatter) {
        queued.add(scatter);
        start();
    }

    void unqueue(final Region region) {
        queued.removeIf(scatter -> scatter.region() == region);
    }

    private void start() {
        while (!queued.isEmpty() && copies.mayScatter() && !context.failed) {
            final Scatter scatter = queued.poll();
            final Region region = scatter.region();
            final Flow flow = scatter.flow();
            context.tracer.record(
                    Action.SCATTER,
                    flow.epoch.link.linkId,
                    flow.epoch.epoch,
                    flow.rid,
                    region.chunk,
                    region.grantId);
            context.arena.transition(region, RegionState.SCATTERING);
            flow.scattering++;
            context.out.add(
                    new Effect.Scatter(
                            copies.startScatter(scatter),
                            region.offset,
                            region.bytes,
                            scatter.runs(),
                            new SealKey(
                                    flow.epoch.link.linkId,
                                    flow.epoch.instance,
                                    flow.epoch.epoch,
                                    flow.rid,
                                    region.chunk)));
        }
    }

    void ended(final Event.ScatterEnded event) {
        final Scatter scatter = copies.endScatter(event.copyId());
        if (scatter == null) {
            context.ignore(IgnoreReason.UNKNOWN_ID);
            return;
        }
        final Flow flow = scatter.flow();
        final Region region = scatter.region();
        final Status status =
                event.outcome() == CopyOutcome.DONE ? Status.LANDED : Status.SCATTER_FAILED;
        context.tracer.record(
                status == Status.LANDED ? Action.SCATTER_END : Action.SCATTER_FAIL,
                flow.epoch.link.linkId,
                flow.epoch.epoch,
                flow.rid,
                region.chunk,
                region.grantId);
        flow.scattering--;
        if (region.state == RegionState.SCATTERING) {
            settle(flow, region.chunk, region, status);
        } else {
            orphanEnded(flow, region, status);
        }
        start();
    }

    /// A chunk of an open flow has its status: its region is free and the sender is told.
    void settle(final Flow flow, final int chunk, final Region region, final Status status) {
        flow.region[chunk] = null;
        note(flow, chunk, status);
        context.arena.free(region);
        scheduler.release(flow.demand);
        context.scheduleWanted = true;
        context.stageWanted = true;
        output.chunk(flow.epoch, flow.rid, chunk, region.grantId, status);
        if (flow.settled == flow.chunkBytes.length) {
            flows.finish(flow);
            delivered(flow);
        }
    }

    private static void note(final Flow flow, final int chunk, final Status status) {
        flow.status[chunk] = status;
        flow.settled++;
        if (status == Status.LANDED) {
            flow.landed++;
        }
    }

    private void orphanEnded(final Flow flow, final Region region, final Status status) {
        note(flow, region.chunk, status);
        context.arena.free(region);
        context.scheduleWanted = true;
        context.stageWanted = true;
        if (flow.epoch.link.current != flow.epoch) {
            epochs.orphanEnded(flow.epoch.link);
            return;
        }
        if (flow.cancelUnanswered && flow.scattering == 0) {
            flows.answerCancel(flow);
        }
        delivered(flow);
    }

    private void delivered(final Flow flow) {
        if (flow.allLanded()) {
            long payloadBytes = 0;
            for (final long bytes : flow.chunkBytes) {
                payloadBytes += bytes - SealKey.OVERHEAD_BYTES;
            }
            context.out.add(
                    new Effect.Delivered(
                            flow.epoch.link.peer,
                            flow.epoch.epoch,
                            flow.rid,
                            flow.tag,
                            payloadBytes));
        }
    }

    /// Refuses what is queued for a range that is being given back.
    void rejectQueued(final long base, final long length) {
        final Iterator<Scatter> iterator = queued.iterator();
        while (iterator.hasNext()) {
            final Scatter scatter = iterator.next();
            if (scatter.writesTo(base, length)) {
                iterator.remove();
                settle(
                        scatter.flow(),
                        scatter.region().chunk,
                        scatter.region(),
                        Status.REJECTED_OUT_OF_BOUNDS);
            }
        }
    }
}

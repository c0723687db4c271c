package dev.bounce.engine;

import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Tag;
import java.util.Iterator;

/// Requests at their sender while they are waiting or open (rules 3 to 5). What happens from
/// CLOSING on is in [Closing].
final class Requests {
    /// How far rids may run ahead of the oldest open one: bounds what a receiver remembers.
    static final int MAX_RID_SPAN_FLOWS = 16;

    private final Context context;
    private final SenderOutput output;
    private final Staging staging;
    private final Writes writes;
    private final Closing closing;

    Requests(
            final Context context,
            final SenderOutput output,
            final Staging staging,
            final Writes writes,
            final Closing closing) {
        this.context = context;
        this.output = output;
        this.staging = staging;
        this.writes = writes;
        this.closing = closing;
    }

    void submit(
            final SenderLink link, final long transferId, final TransferPlan plan, final Tag tag) {
        context.tracer.record(Action.SUBMIT, link.linkId, 0, 0, -1, transferId);
        if (plan.chunkCount() == 0) {
            context.out.add(new Effect.Resolve(transferId, 0, 0, Outcome.SUCCESS, true, true));
            return;
        }
        final Request request =
                create(link, transferId, plan, tag, context.now, context.nextOrdinal());
        link.waiting.add(request);
        registerWaiting(link);
        rearm(request);
    }

    private Request create(
            final SenderLink link,
            final long transferId,
            final TransferPlan plan,
            final Tag tag,
            final long submittedNanos,
            final long ordinal) {
        final Request[] self = new Request[1];
        final Timer timer = new Timer(ordinal, () -> tick(self[0]));
        self[0] = new Request(transferId, link, plan, tag, submittedNanos, timer);
        return self[0];
    }

    Request create(final SenderLink link, final Snapshot.Requested saved) {
        return create(
                link,
                saved.transferId(),
                saved.plan(),
                saved.tag(),
                saved.submittedNanos(),
                saved.ordinal());
    }

    /// Registers what may run now: a rid is taken and WANT leaves.
    void registerWaiting(final SenderLink link) {
        final SenderEpoch epoch = link.ready();
        if (epoch == null || link.waiting.isEmpty()) {
            return;
        }
        final int maxFlows = Math.min(context.config.link().maxFlows(), epoch.limits.maxFlows());
        final long maxSpan = (long) MAX_RID_SPAN_FLOWS * maxFlows;
        final Iterator<Request> waiting = link.waiting.iterator();
        while (waiting.hasNext()
                && epoch.records.size() < maxFlows
                && epoch.nextRid - epoch.oldestOpenRid() < maxSpan) {
            final Request request = waiting.next();
            if (!fits(request, epoch)) {
                waiting.remove();
                closing.resolveWaiting(request, Outcome.NO_CAPACITY);
            } else if (!overlapsClosing(request, epoch)) {
                waiting.remove();
                register(request, epoch);
            }
        }
    }

    private boolean fits(final Request request, final SenderEpoch epoch) {
        return request.chunkCount() <= epoch.limits.maxChunks()
                && request.plan.maxRegionBytes() <= epoch.limits.maxChunkBytes()
                && request.plan.maxRegionBytes() <= context.config.arena().maxChunkBytes();
    }

    /// A retry must not be overwritten by the scatters of what it repeats (rule 3).
    private static boolean overlapsClosing(final Request request, final SenderEpoch epoch) {
        for (int index = 0; index < epoch.records.size(); index++) {
            final Request record = epoch.records.get(index);
            if (record.isClosing() && record.plan.destinationsOverlap(request.plan)) {
                return true;
            }
        }
        return false;
    }

    private void register(final Request request, final SenderEpoch epoch) {
        request.phase = Request.Phase.OPEN;
        request.epoch = epoch;
        request.rid = epoch.nextRid++;
        epoch.records.add(request);
        request.progressNanos = context.now;
        output.want(request);
        request.wantIntervalNanos = firstInterval(epoch);
        request.wantDueNanos = Context.later(context.now, request.wantIntervalNanos);
        staging.offerEager(request);
        rearm(request);
    }

    /// Twice the measured round trip, within the configured bounds.
    long firstInterval(final SenderEpoch epoch) {
        return Math.clamp(
                2 * epoch.roundTripNanos,
                context.config.link().firstRepeatNanos(),
                context.config.link().maxRepeatNanos());
    }

    private long grown(final long intervalNanos) {
        return Math.min(2 * intervalNanos, context.config.link().maxRepeatNanos());
    }

    void failWaiting(final SenderLink link, final Outcome outcome) {
        while (!link.waiting.isEmpty()) {
            closing.resolveWaiting(link.waiting.poll(), outcome);
        }
    }

    /// DATA has left for a chunk: it is repeated until it is acknowledged.
    void dataSent(final Request request) {
        request.dataOutstanding++;
        if (request.dataOutstanding == 1) {
            request.dataIntervalNanos = firstInterval(request.epoch);
            request.dataDueNanos = Context.later(context.now, request.dataIntervalNanos);
        }
    }

    private void tick(final Request request) {
        switch (request.phase) {
            case WAITING -> tickWaiting(request);
            case OPEN -> tickOpen(request);
            case CLOSING -> closing.tick(request);
            case FINISHED -> {}
        }
        rearm(request);
    }

    /// Waiting behind others is not "no progress"; waiting for a link that never opens is.
    private void tickWaiting(final Request request) {
        final SenderLink link = request.link;
        if (link.state != LinkState.READY && context.now >= waitingUntilNanos(request)) {
            link.waiting.remove(request);
            closing.resolveWaiting(request, Outcome.TIMED_OUT);
        }
    }

    private long waitingUntilNanos(final Request request) {
        final long timeout = context.config.timeouts().requestTimeoutNanos();
        final SenderLink link = request.link;
        return link.state == LinkState.READY
                ? Context.later(context.now, timeout)
                : Context.later(Math.max(request.submittedNanos, link.notReadySinceNanos), timeout);
    }

    private void tickOpen(final Request request) {
        final long timeout = context.config.timeouts().requestTimeoutNanos();
        if (context.now >= Context.later(request.progressNanos, timeout)) {
            closing.start(request, Outcome.TIMED_OUT);
            return;
        }
        if (context.now >= request.wantDueNanos && request.creditedCount < request.chunkCount()) {
            request.wantIntervalNanos = grown(request.wantIntervalNanos);
            request.wantDueNanos = Context.later(context.now, request.wantIntervalNanos);
            output.want(request);
        }
        if (context.now >= request.dataDueNanos) {
            repeatData(request);
        }
        if (context.now >= request.postDueNanos) {
            request.postDueNanos = Long.MAX_VALUE;
            writes.postGathered(request);
        }
    }

    private void repeatData(final Request request) {
        for (int chunk = 0; chunk < request.chunkCount(); chunk++) {
            if (request.chunk[chunk] == ChunkState.LANDED
                    && context.now - request.dataSentNanos[chunk] >= request.dataIntervalNanos) {
                output.data(request, chunk);
            }
        }
        request.dataIntervalNanos = grown(request.dataIntervalNanos);
        request.dataDueNanos = Context.later(context.now, request.dataIntervalNanos);
    }

    /// Sets the one timer of a request to the earliest of what it waits for.
    void rearm(final Request request) {
        final long due =
                switch (request.phase) {
                    case WAITING -> waitingUntilNanos(request);
                    case OPEN -> openDueNanos(request);
                    case CLOSING -> Math.min(request.cancelDueNanos, request.closeDueNanos);
                    case FINISHED -> Long.MAX_VALUE;
                };
        context.deadlines.set(request.timer, due);
    }

    private long openDueNanos(final Request request) {
        final long timeout = context.config.timeouts().requestTimeoutNanos();
        long due = Context.later(request.progressNanos, timeout);
        if (request.creditedCount < request.chunkCount()) {
            due = Math.min(due, request.wantDueNanos);
        }
        due = Math.min(due, request.dataDueNanos);
        return Math.min(due, request.postDueNanos);
    }
}

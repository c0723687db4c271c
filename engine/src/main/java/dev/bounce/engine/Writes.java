package dev.bounce.engine;

import java.util.ArrayList;

/// The writes that run (rules 2, 5, 6 and 9).
final class Writes {
    /// One running write.
    record Write(long id, long postedNanos, Request request, int chunk) {}

    /// Staging that a DIRTY write may still read.
    record Dirty(PlaneKey plane, SenderLink link, Region region) {}

    private final Context context;
    private final SenderOutput output;
    private final Staging staging;
    private final Timer timer;
    private Requests requests;
    private Closing closing;
    private SenderEpochs epochs;

    /// By rising id, so also by the time of posting.
    private final ArrayList<Write> running = new ArrayList<>();

    private final ArrayList<Dirty> dirty = new ArrayList<>();

    Writes(final Context context, final SenderOutput output, final Staging staging) {
        this.context = context;
        this.output = output;
        this.staging = staging;
        this.timer = new Timer(context.nextOrdinal(), this::tick);
    }

    void connect(final Requests requests, final Closing closing, final SenderEpochs epochs) {
        this.requests = requests;
        this.closing = closing;
        this.epochs = epochs;
    }

    Timer timer() {
        return timer;
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    ArrayList<Write> running() {
        return running;
    }

    ArrayList<Dirty> dirty() {
        return dirty;
    }

    /// Posts a staged chunk that has a credit, if the credit may be used now; else it waits for the
    /// next echo.
    void post(final Request request, final int chunk) {
        final SenderEpoch epoch = request.epoch;
        final long notAfter = epoch.creditUntilNanos();
        if (context.now > notAfter) {
            request.postDueNanos =
                    Context.later(context.now, context.config.link().firstRepeatNanos());
            requests.rearm(request);
            return;
        }
        context.tracer.record(
                Action.POST_WRITE,
                request.link.linkId,
                epoch.epoch,
                request.rid,
                chunk,
                request.grantId[chunk]);
        final Region region = request.staging[chunk];
        request.chunk[chunk] = ChunkState.WRITING;
        request.writesRunning++;
        epoch.writesRunning++;
        final Write write = new Write(context.nextId(), context.now, request, chunk);
        running.add(write);
        rearm();
        context.out.add(
                new Effect.Write(
                        write.id,
                        epoch.plane,
                        region.offset,
                        request.plan.regionBytes(chunk),
                        request.grantId[chunk],
                        request.targetRegion[chunk],
                        request.targetAddress[chunk],
                        notAfter));
    }

    /// Posts every staged chunk of a request that has a credit.
    void postGathered(final Request request) {
        for (int chunk = 0; chunk < request.chunkCount() && request.isOpen(); chunk++) {
            if (request.chunk[chunk] == ChunkState.GATHERED && request.hasCredit(chunk)) {
                post(request, chunk);
            }
        }
    }

    /// The lease moved: chunks whose credit had run out may go.
    void leaseMoved(final SenderEpoch epoch) {
        if (epoch.ended) {
            return;
        }
        for (int index = 0; index < epoch.records.size(); index++) {
            final Request request = epoch.records.get(index);
            if (request.isOpen() && request.postDueNanos != Long.MAX_VALUE) {
                request.postDueNanos = Long.MAX_VALUE;
                postGathered(request);
                requests.rearm(request);
            }
        }
    }

    void ended(final Event.WriteEnded event) {
        final int index = indexOf(event.writeId());
        if (index < 0) {
            context.ignore(IgnoreReason.UNKNOWN_ID);
            return;
        }
        end(running.remove(index), event.outcome());
        rearm();
    }

    private int indexOf(final long id) {
        int low = 0;
        int high = running.size() - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final long found = running.get(middle).id;
            if (found == id) {
                return middle;
            }
            if (found < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private void end(final Write write, final WriteOutcome reported) {
        final Request request = write.request;
        final SenderEpoch epoch = request.epoch;
        request.writesRunning--;
        epoch.writesRunning--;
        final WriteOutcome outcome =
                reported == WriteOutcome.LANDED && epoch.broken ? WriteOutcome.DIRTY : reported;
        switch (outcome) {
            case LANDED -> landed(request, write.chunk);
            case NEVER -> never(request, write.chunk);
            case DIRTY -> dirty(request, write.chunk);
        }
        closing.cancelWhenQuiet(request);
        closing.finishIfDone(request);
        epochs.closeWhenQuiet(epoch);
    }

    private void landed(final Request request, final int chunk) {
        trace(Action.WRITE_LANDED, request, chunk);
        staging.release(request, chunk);
        if (request.isOpen()) {
            request.chunk[chunk] = ChunkState.LANDED;
            request.progressNanos = context.now;
            output.data(request, chunk);
            requests.dataSent(request);
            requests.rearm(request);
        }
    }

    /// The chunk keeps its credit and is posted again while that is usable (rule 4).
    private void never(final Request request, final int chunk) {
        trace(Action.WRITE_NEVER, request, chunk);
        if (request.isOpen()) {
            request.chunk[chunk] = ChunkState.GATHERED;
            request.postDueNanos =
                    Context.later(context.now, context.config.link().firstRepeatNanos());
            requests.rearm(request);
        } else {
            staging.release(request, chunk);
        }
    }

    /// Ends the epoch (rule 6); the staging stays until the sender's own fence (rule 9).
    private void dirty(final Request request, final int chunk) {
        trace(Action.WRITE_DIRTY, request, chunk);
        final Region region = request.staging[chunk];
        if (region.state != RegionState.STAGING_ORPHAN) {
            context.arena.transition(region, RegionState.STAGING_ORPHAN);
        }
        request.staging[chunk] = null;
        request.chunk[chunk] = ChunkState.DIRTY;
        request.writesDirty++;
        request.epoch.writesDirty++;
        dirty.add(new Dirty(request.epoch.plane, request.link, region));
        if (!request.epoch.ended) {
            epochs.end(request.epoch, Outcome.LINK_LOST);
        }
    }

    private void trace(final Action action, final Request request, final int chunk) {
        context.tracer.record(
                action,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                request.grantId[chunk]);
    }

    /// After the sender's fence of that epoch nothing reads the staging of its writes.
    void releaseDirty(final PlaneKey plane) {
        for (int index = dirty.size() - 1; index >= 0; index--) {
            if (dirty.get(index).plane.equals(plane)) {
                final Dirty held = dirty.remove(index);
                staging.free(held.link, held.region);
            }
        }
    }

    /// Every running write of the epoch counts as DIRTY from now on: the agent has failed.
    void distrust(final SenderEpoch epoch) {
        for (int index = 0; index < running.size(); ) {
            if (running.get(index).request.epoch == epoch) {
                end(running.remove(index), WriteOutcome.DIRTY);
                index = 0;
            } else {
                index++;
            }
        }
        rearm();
    }

    private void tick() {
        final long timeout = context.config.timeouts().writeTimeoutNanos();
        while (!running.isEmpty()
                && context.now >= Context.later(running.get(0).postedNanos, timeout)) {
            end(running.remove(0), WriteOutcome.DIRTY);
        }
        rearm();
    }

    private void rearm() {
        context.deadlines.set(
                timer,
                running.isEmpty()
                        ? Long.MAX_VALUE
                        : Context.later(
                                running.get(0).postedNanos,
                                context.config.timeouts().writeTimeoutNanos()));
    }
}

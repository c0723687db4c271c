package dev.bounce.engine;

import dev.bounce.model.plan.SealKey;
import java.util.ArrayDeque;
import java.util.ArrayList;

/// The sender's use of the arena (rule 4, design 2.5): chunks with a credit are staged in credit
/// order, also in the reserve, and during a drain only there; chunks without one fill what is left,
/// as a cache that can be dropped.
final class Staging implements CreditScheduler.Cache {
    private final Context context;
    private final Copies copies;
    private final CreditScheduler scheduler;
    private Writes writes;
    private Closing closing;

    /// Chunks that have a credit and no staging, in credit order.
    private final ArrayList<ChunkRef> credited = new ArrayList<>();

    /// Requests that may stage without a credit, in turn.
    private final ArrayDeque<Request> eager = new ArrayDeque<>();

    /// Staged chunks without a credit, oldest first.
    private final ArrayList<ChunkRef> uncredited = new ArrayList<>();

    Staging(final Context context, final Copies copies) {
        this.context = context;
        this.copies = copies;
        this.scheduler =
                new CreditScheduler(
                        context.config.arena(), context.config.scheduler(), context.arena, this);
    }

    void connect(final Writes writes, final Closing closing) {
        this.writes = writes;
        this.closing = closing;
    }

    CreditScheduler scheduler() {
        return scheduler;
    }

    ArrayList<ChunkRef> credited() {
        return credited;
    }

    ArrayDeque<Request> eager() {
        return eager;
    }

    ArrayList<ChunkRef> uncredited() {
        return uncredited;
    }

    /// The request may stage chunks without a credit.
    void offerEager(final Request request) {
        context.stageWanted = true;
        if (!request.queuedForEager) {
            request.queuedForEager = true;
            eager.add(request);
        }
    }

    /// The chunk has a credit and is not staged.
    void awaitStaging(final Request request, final int chunk) {
        context.stageWanted = true;
        credited.add(new ChunkRef(request, chunk));
    }

    /// A staged chunk got its credit: its staging is no longer part of the cache.
    void promote(final Request request, final int chunk) {
        request.dropWhenGathered[chunk] = false;
        if (request.staging[chunk].state == RegionState.STAGING_EAGER) {
            context.arena.transition(request.staging[chunk], RegionState.STAGING_CREDITED);
            request.eagerStaged--;
            removeUncredited(request, chunk);
            offerEager(request);
        }
    }

    private void removeUncredited(final Request request, final int chunk) {
        for (int index = 0; index < uncredited.size(); index++) {
            final ChunkRef ref = uncredited.get(index);
            if (ref.request() == request && ref.chunk() == chunk) {
                uncredited.remove(index);
                return;
            }
        }
    }

    /// Starts the gathers that can start now.
    void stage() {
        if (context.failed) {
            return;
        }
        if (stageCredited()) {
            stageEager();
        }
    }

    /// @return false if a chunk with a credit waits for space: eager staging would take each block
    ///     that un-staging frees for it, for ever
    private boolean stageCredited() {
        boolean generalBlocked = false;
        int index = 0;
        while (index < credited.size() && copies.mayGather()) {
            final ChunkRef ref = credited.get(index);
            final Request request = ref.request();
            if (!request.isOpen() || request.chunk[ref.chunk()] != ChunkState.WAITING) {
                credited.remove(index);
                continue;
            }
            final Region region = allocateCredited(ref, generalBlocked);
            if (region == null) {
                generalBlocked = true;
                index++;
            } else {
                credited.remove(index);
                gather(request, ref.chunk(), region);
            }
        }
        return !generalBlocked;
    }

    private Region allocateCredited(final ChunkRef ref, final boolean generalBlocked) {
        final SenderLink link = ref.request().link;
        final long bytes = ref.request().plan.regionBytes(ref.chunk());
        Region region = null;
        if (!generalBlocked && mayTakeSpace()) {
            region = context.arena.allocate(bytes, RegionState.STAGING_CREDITED);
            while (region == null && dropYoungest()) {
                region = context.arena.allocate(bytes, RegionState.STAGING_CREDITED);
            }
            if (region != null) {
                scheduler.tookSpace();
            }
        }
        if (region == null && !link.holdsReserve) {
            region = context.arena.allocateReserve(bytes, RegionState.STAGING_CREDITED);
            link.holdsReserve = region != null;
        }
        return region;
    }

    private boolean mayTakeSpace() {
        final boolean wasDraining = scheduler.isDraining();
        final boolean may = scheduler.mayTakeSpace(context.now);
        context.scheduleWanted |= !may && !wasDraining;
        return may;
    }

    private void stageEager() {
        int left = eager.size();
        while (left > 0 && copies.mayGather()) {
            final Request request = eager.peek();
            final int chunk = request.isOpen() ? request.nextUncredited() : -1;
            if (chunk < 0) {
                eager.poll();
                request.queuedForEager = false;
                left--;
            } else if (request.eagerStaged >= context.config.scheduler().maxWindow()) {
                eager.add(eager.poll());
                left--;
            } else {
                final long bytes = request.plan.regionBytes(chunk);
                final Region region =
                        mayStageEagerly(bytes)
                                ? context.arena.allocate(bytes, RegionState.STAGING_EAGER)
                                : null;
                if (region == null) {
                    return;
                }
                request.eagerStaged++;
                uncredited.add(new ChunkRef(request, chunk));
                gather(request, chunk, region);
                eager.add(eager.poll());
            }
        }
    }

    /// Eager staging leaves the reserve and one max block alone, stops while a drain runs, and
    /// while a remote head waits for space it starts only if that head still fits beside it.
    private boolean mayStageEagerly(final long bytes) {
        if (scheduler.isDraining()) {
            return false;
        }
        final long waiting = scheduler.blockedHeadBytes();
        if (waiting > 0 && !context.arena.fitsBoth(bytes, waiting)) {
            return false;
        }
        final long most =
                context.config.arena().usableBytes()
                        - context.config.arena().reserveBytes()
                        - context.config.arena().maxChunkBytes();
        return context.arena.eagerBytes() + context.arena.blockBytes(bytes) <= most;
    }

    private void gather(final Request request, final int chunk, final Region region) {
        final SenderEpoch epoch = request.epoch;
        context.tracer.record(
                Action.GATHER, request.link.linkId, epoch.epoch, request.rid, chunk, region.offset);
        region.plane = epoch.plane;
        region.rid = request.rid;
        region.chunk = chunk;
        request.staging[chunk] = region;
        request.chunk[chunk] = ChunkState.GATHERING;
        request.gathersRunning++;
        final long id = copies.startGather(new ChunkRef(request, chunk));
        context.out.add(
                new Effect.Gather(
                        id,
                        request.transferId,
                        request.plan,
                        chunk,
                        region.offset,
                        new SealKey(
                                epoch.plane.linkId(),
                                epoch.plane.instance(),
                                epoch.epoch,
                                request.rid,
                                chunk)));
    }

    void gatherEnded(final Event.GatherEnded event) {
        final ChunkRef ref = copies.endGather(event.copyId());
        if (ref == null) {
            context.ignore(IgnoreReason.UNKNOWN_ID);
            return;
        }
        final Request request = ref.request();
        final int chunk = ref.chunk();
        final boolean done = event.outcome() == CopyOutcome.DONE;
        context.tracer.record(
                done ? Action.GATHER_END : Action.GATHER_FAIL,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                request.staging[chunk].offset);
        request.gathersRunning--;
        context.stageWanted = true;
        if (!request.isOpen()) {
            release(request, chunk);
            closing.finishIfDone(request);
        } else if (!done) {
            request.chunk[chunk] = ChunkState.GATHERED;
            closing.start(request, Outcome.GATHER_FAILED);
        } else if (request.dropWhenGathered[chunk]) {
            request.chunk[chunk] = ChunkState.GATHERED;
            drop(request, chunk);
        } else {
            request.chunk[chunk] = ChunkState.GATHERED;
            request.progressNanos = context.now;
            if (request.hasCredit(chunk)) {
                writes.post(request, chunk);
            }
        }
    }

    /// Drops the youngest uncredited staging whose gather has ended; younger ones that are still
    /// being gathered go when their gather ends, unless a credit comes first.
    @Override
    public boolean dropYoungest() {
        for (int index = uncredited.size() - 1; index >= 0; index--) {
            final ChunkRef ref = uncredited.get(index);
            if (ref.request().chunk[ref.chunk()] == ChunkState.GATHERED) {
                drop(ref.request(), ref.chunk());
                return true;
            }
            ref.request().dropWhenGathered[ref.chunk()] = true;
        }
        return false;
    }

    private void drop(final Request request, final int chunk) {
        context.tracer.record(
                Action.UNSTAGE,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                request.staging[chunk].offset);
        release(request, chunk);
        request.eagerCursor = Math.min(request.eagerCursor, chunk);
        offerEager(request);
    }

    /// Frees the staging of a chunk that nothing reads or fills any more.
    void release(final Request request, final int chunk) {
        final Region region = request.staging[chunk];
        if (region.state == RegionState.STAGING_EAGER) {
            request.eagerStaged--;
            removeUncredited(request, chunk);
        }
        request.dropWhenGathered[chunk] = false;
        request.staging[chunk] = null;
        request.chunk[chunk] = ChunkState.WAITING;
        free(request.link, region);
    }

    void free(final SenderLink link, final Region region) {
        if (context.arena.isReserve(region)) {
            link.holdsReserve = false;
        }
        context.arena.free(region);
        context.scheduleWanted = true;
        context.stageWanted = true;
    }

    /// The request closes: what nothing touches is freed now, the rest when its copy or write ends.
    void abandon(final Request request) {
        for (int chunk = 0; chunk < request.chunkCount(); chunk++) {
            switch (request.chunk[chunk]) {
                case GATHERED -> release(request, chunk);
                case GATHERING, WRITING -> {
                    if (request.staging[chunk].state == RegionState.STAGING_EAGER) {
                        request.eagerStaged--;
                        removeUncredited(request, chunk);
                    }
                    context.arena.transition(request.staging[chunk], RegionState.STAGING_ORPHAN);
                }
                case WAITING, LANDED, DIRTY, DONE -> {}
            }
        }
    }
}

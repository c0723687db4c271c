package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// Turns the sender's half of an engine into values and back.
final class SenderSnapshots {
    private SenderSnapshots() {}

    static Snapshot.Outgoing of(final SenderLink link) {
        return new Snapshot.Outgoing(
                link.peer,
                link.linkId,
                link.timer.ordinal,
                link.timer.dueNanos,
                link.peerInstance,
                link.route,
                link.state,
                link.nextEpoch,
                link.peerRestarted,
                link.openRefused,
                link.forgotten,
                link.holdsReserve,
                link.openDueNanos,
                link.openIntervalNanos,
                link.backOffNanos,
                link.notReadySinceNanos,
                link.restLimits,
                link.current == null ? null : of(link.current),
                link.closed.stream().map(SenderSnapshots::of).toList(),
                link.waiting.stream().map(SenderSnapshots::of).toList());
    }

    private static Snapshot.SendingEpoch of(final SenderEpoch epoch) {
        return new Snapshot.SendingEpoch(
                epoch.epoch,
                epoch.nonce,
                epoch.peerInstance,
                epoch.closeTimer.ordinal,
                epoch.closeTimer.dueNanos,
                epoch.token,
                epoch.limits,
                epoch.arena,
                epoch.planeRequested,
                epoch.planeOpen,
                epoch.nextRid,
                epoch.writesRunning,
                epoch.writesDirty,
                epoch.beats(),
                epoch.idleSinceNanos,
                epoch.ended,
                epoch.broken,
                epoch.closeSent,
                epoch.clean,
                epoch.answered,
                epoch.fenced,
                epoch.records.stream().map(SenderSnapshots::of).toList());
    }

    private static Snapshot.Requested of(final Request request) {
        final List<Snapshot.Chunk> chunks = new ArrayList<>(request.chunkCount());
        for (int chunk = 0; chunk < request.chunkCount(); chunk++) {
            final Region staging = request.staging[chunk];
            chunks.add(
                    new Snapshot.Chunk(
                            request.chunk[chunk].name(),
                            request.grantId[chunk],
                            request.targetRegion[chunk],
                            request.targetAddress[chunk],
                            staging == null ? -1 : staging.offset,
                            request.status[chunk],
                            request.dataSentNanos[chunk],
                            request.dropWhenGathered[chunk]));
        }
        return new Snapshot.Requested(
                request.transferId,
                request.plan,
                request.tag,
                request.timer.ordinal,
                request.timer.dueNanos,
                request.submittedNanos,
                request.phase.name(),
                request.rid,
                List.copyOf(chunks),
                request.eagerCursor,
                new Snapshot.Counts(
                        request.creditedCount,
                        request.doneCount,
                        request.landedCount,
                        request.gathersRunning,
                        request.writesRunning,
                        request.writesDirty,
                        request.eagerStaged,
                        request.dataOutstanding),
                request.progressNanos,
                request.wantDueNanos,
                request.wantIntervalNanos,
                request.dataDueNanos,
                request.dataIntervalNanos,
                request.postDueNanos,
                request.cancelDueNanos,
                request.cancelIntervalNanos,
                request.closeDueNanos,
                request.failure,
                request.resolved,
                request.cancelSent,
                request.quiet,
                request.queuedForEager);
    }

    /// Fills a new link; `deadlines` gets its timers.
    static void restore(
            final SenderLink link,
            final Snapshot.Outgoing saved,
            final Context context,
            final SenderEpochs epochs,
            final Requests requests) {
        link.state = saved.state();
        link.nextEpoch = saved.nextEpoch();
        link.peerRestarted = saved.peerRestarted();
        link.openRefused = saved.openRefused();
        link.forgotten = saved.forgotten();
        link.holdsReserve = saved.holdsReserve();
        link.openDueNanos = saved.openDueNanos();
        link.openIntervalNanos = saved.openIntervalNanos();
        link.backOffNanos = saved.backOffNanos();
        link.notReadySinceNanos = saved.notReadySinceNanos();
        link.restLimits = saved.restLimits();
        context.deadlines.set(link.timer, saved.dueNanos());
        for (final Snapshot.SendingEpoch closed : saved.closed()) {
            link.closed.add(epoch(link, closed, context, epochs, requests));
        }
        if (saved.current() != null) {
            link.current = epoch(link, saved.current(), context, epochs, requests);
        }
        for (final Snapshot.Requested waiting : saved.waiting()) {
            link.waiting.add(request(link, null, waiting, context, requests));
        }
    }

    private static SenderEpoch epoch(
            final SenderLink link,
            final Snapshot.SendingEpoch saved,
            final Context context,
            final SenderEpochs epochs,
            final Requests requests) {
        final SenderEpoch epoch =
                epochs.create(
                        link, saved.epoch(), saved.nonce(), saved.peerInstance(), saved.ordinal());
        epoch.token = saved.token();
        epoch.limits = saved.limits();
        epoch.arena = saved.arena();
        epoch.planeRequested = saved.planeRequested();
        epoch.planeOpen = saved.planeOpen();
        epoch.nextRid = saved.nextRid();
        epoch.writesRunning = saved.writesRunning();
        epoch.writesDirty = saved.writesDirty();
        epoch.restore(saved.beats());
        epoch.idleSinceNanos = saved.idleSinceNanos();
        epoch.ended = saved.ended();
        epoch.broken = saved.broken();
        epoch.closeSent = saved.closeSent();
        epoch.clean = saved.clean();
        epoch.answered = saved.answered();
        epoch.fenced = saved.fenced();
        for (final Snapshot.Requested record : saved.records()) {
            epoch.records.add(request(link, epoch, record, context, requests));
        }
        context.deadlines.set(epoch.closeTimer, saved.dueNanos());
        return epoch;
    }

    private static Request request(
            final SenderLink link,
            final SenderEpoch epoch,
            final Snapshot.Requested saved,
            final Context context,
            final Requests requests) {
        final Request request = requests.create(link, saved);
        request.epoch = epoch;
        request.phase = Request.Phase.valueOf(saved.phase());
        request.rid = saved.rid();
        for (int chunk = 0; chunk < saved.chunks().size(); chunk++) {
            restore(request, chunk, saved.chunks().get(chunk), context.arena);
        }
        request.eagerCursor = saved.eagerCursor();
        request.creditedCount = saved.counts().credited();
        request.doneCount = saved.counts().done();
        request.landedCount = saved.counts().landed();
        request.gathersRunning = saved.counts().gathersRunning();
        request.writesRunning = saved.counts().writesRunning();
        request.writesDirty = saved.counts().writesDirty();
        request.eagerStaged = saved.counts().eagerStaged();
        request.dataOutstanding = saved.counts().dataOutstanding();
        request.progressNanos = saved.progressNanos();
        request.wantDueNanos = saved.wantDueNanos();
        request.wantIntervalNanos = saved.wantIntervalNanos();
        request.dataDueNanos = saved.dataDueNanos();
        request.dataIntervalNanos = saved.dataIntervalNanos();
        request.postDueNanos = saved.postDueNanos();
        request.cancelDueNanos = saved.cancelDueNanos();
        request.cancelIntervalNanos = saved.cancelIntervalNanos();
        request.closeDueNanos = saved.closeDueNanos();
        request.failure = saved.failure();
        request.resolved = saved.resolved();
        request.cancelSent = saved.cancelSent();
        request.quiet = saved.quiet();
        request.queuedForEager = saved.queuedForEager();
        context.deadlines.set(request.timer, saved.dueNanos());
        return request;
    }

    private static void restore(
            final Request request, final int chunk, final Snapshot.Chunk saved, final Arena arena) {
        request.chunk[chunk] = ChunkState.valueOf(saved.state());
        request.grantId[chunk] = saved.grantId();
        request.targetRegion[chunk] = saved.targetRegion();
        request.targetAddress[chunk] = saved.targetAddress();
        request.staging[chunk] = saved.staging() < 0 ? null : arena.at(saved.staging());
        request.status[chunk] = saved.status();
        request.dataSentNanos[chunk] = saved.dataSentNanos();
        request.dropWhenGathered[chunk] = saved.dropWhenGathered();
    }
}

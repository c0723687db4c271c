package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import java.util.ArrayList;
import java.util.List;

/// The parts of one engine, for taking and restoring snapshots.
record Parts(
        Context context,
        SenderLinks senderLinks,
        SenderEpochs senderEpochs,
        Requests requests,
        Writes writes,
        Staging staging,
        DirectTransfers direct,
        Copies copies,
        ReceiverLinks receiverLinks,
        ReceiverEpochs receiverEpochs,
        Scatters scatters,
        Memory memory,
        CreditScheduler scheduler,
        Lifecycle lifecycle,
        Timer schedulerTimer) {

    Snapshot take() {
        return new Snapshot(
                takeAgent(),
                takeMemory(),
                List.copyOf(memory.leaving()),
                takeRegions(),
                senderLinks.all().stream().map(SenderSnapshots::of).toList(),
                receiverLinks.all().stream().map(ReceiverSnapshots::of).toList(),
                List.copyOf(receiverEpochs.unfenced()),
                copies.running().stream().map(Parts::take).toList(),
                scatters.queued().stream().map(ReceiverSnapshots::of).toList(),
                writes.running().stream()
                        .map(
                                write ->
                                        new Snapshot.Writing(
                                                write.id(),
                                                write.postedNanos(),
                                                key(write.request(), write.chunk())))
                        .toList(),
                writes.dirty().stream()
                        .map(held -> new Snapshot.DirtyStaging(held.plane(), held.region().offset))
                        .toList(),
                staging.credited().stream()
                        .filter(ref -> ref.request().isOpen())
                        .map(ref -> key(ref.request(), ref.chunk()))
                        .toList(),
                staging.eager().stream()
                        .filter(Request::isOpen)
                        .map(request -> request.transferId)
                        .toList(),
                staging.uncredited().stream().map(ref -> key(ref.request(), ref.chunk())).toList(),
                takeDirect(),
                scheduler.snapshot(demands()));
    }

    private Snapshot.Agent takeAgent() {
        final List<Long> ignored = new ArrayList<>();
        for (final long count : context.ignored) {
            ignored.add(count);
        }
        final long[] names = context.names();
        return new Snapshot.Agent(
                context.now,
                names[0],
                names[1],
                names[2],
                senderLinks.firstEpoch(),
                context.failed,
                context.stopping,
                lifecycle.isStopped(),
                lifecycle.isStopOverdue(),
                copies.timer().dueNanos,
                writes.timer().dueNanos,
                lifecycle.stopTimer().dueNanos,
                schedulerTimer.dueNanos,
                List.copyOf(ignored));
    }

    private List<Snapshot.Range> takeMemory() {
        final List<Snapshot.Range> ranges = new ArrayList<>();
        for (int index = 0; index < memory.ranges().size(); index++) {
            ranges.add(
                    new Snapshot.Range(memory.ranges().base(index), memory.ranges().length(index)));
        }
        return List.copyOf(ranges);
    }

    private List<Snapshot.Block> takeRegions() {
        final List<Snapshot.Block> blocks = new ArrayList<>();
        context.arena.forEach(
                region ->
                        blocks.add(
                                new Snapshot.Block(
                                        region.offset,
                                        region.bytes,
                                        region.state,
                                        region.plane,
                                        region.rid,
                                        region.chunk,
                                        region.grantId)));
        return List.copyOf(blocks);
    }

    private static Snapshot.Copying take(final Copies.Copy copy) {
        return new Snapshot.Copying(
                copy.id(),
                copy.startedNanos(),
                copy.gather() == null ? null : key(copy.gather().request(), copy.gather().chunk()),
                copy.scatter() == null ? null : ReceiverSnapshots.of(copy.scatter()));
    }

    private List<Snapshot.DirectTransfer> takeDirect() {
        return direct.running().stream()
                .map(
                        running ->
                                new Snapshot.DirectTransfer(
                                        running.transferId,
                                        running.linkId,
                                        running.transfer,
                                        running.timer.ordinal,
                                        running.timer.dueNanos,
                                        running.failure,
                                        running.resolved))
                .toList();
    }

    private static Snapshot.ChunkKey key(final Request request, final int chunk) {
        return new Snapshot.ChunkKey(request.transferId, chunk);
    }

    /// Demands of all open flows, by link and rid.
    private List<Demand> demands() {
        final List<Demand> demands = new ArrayList<>();
        for (final ReceiverLink link : receiverLinks.all()) {
            if (link.current != null) {
                for (final Flow flow : link.current.flows) {
                    if (flow.demand != null && flow.demand.turn != null) {
                        demands.add(flow.demand);
                    }
                }
            }
        }
        return demands;
    }

    /// Fills the parts of a new engine.
    void restore(final Snapshot saved) {
        restoreAgent(saved.agent());
        saved.memory().forEach(range -> memory.ranges().add(range.base(), range.length()));
        memory.leaving().addAll(saved.leaving());
        saved.regions().forEach(this::restoreRegion);
        for (final Snapshot.Outgoing outgoing : saved.outgoing()) {
            final SenderLink link =
                    senderLinks.create(
                            outgoing.peer(),
                            outgoing.linkId(),
                            outgoing.peerInstance(),
                            outgoing.route(),
                            outgoing.ordinal());
            SenderSnapshots.restore(link, outgoing, context, senderEpochs, requests);
        }
        for (final Snapshot.Incoming incoming : saved.incoming()) {
            receiverLinks.all().add(ReceiverSnapshots.restore(incoming, context, receiverLinks));
        }
        receiverEpochs.unfenced().addAll(saved.unfenced());
        restoreWork(saved);
        scheduler.restore(saved.schedule(), wanting(saved));
        context.deadlines.set(copies.timer(), saved.agent().copiesDueNanos());
        context.deadlines.set(writes.timer(), saved.agent().writesDueNanos());
        context.deadlines.set(lifecycle.stopTimer(), saved.agent().stopDueNanos());
        context.deadlines.set(schedulerTimer, saved.agent().schedulerDueNanos());
    }

    private void restoreAgent(final Snapshot.Agent saved) {
        context.now = saved.nowNanos();
        context.restoreNames(saved.lastId(), saved.lastGrantId(), saved.lastOrdinal());
        senderLinks.restoreFirstEpoch(saved.firstEpoch());
        context.failed = saved.failed();
        context.stopping = saved.stopping();
        lifecycle.restore(saved.stopped(), saved.stopOverdue());
        for (int index = 0; index < saved.ignored().size(); index++) {
            context.ignored[index] = saved.ignored().get(index);
        }
    }

    private void restoreRegion(final Snapshot.Block block) {
        final Region region = context.arena.place(block.offset(), block.bytes(), block.state());
        region.plane = block.plane();
        region.rid = block.rid();
        region.chunk = block.chunk();
        region.grantId = block.grantId();
    }

    private void restoreWork(final Snapshot saved) {
        final List<Flow> forgotten = new ArrayList<>();
        for (final Snapshot.Copying copy : saved.copies()) {
            copies.restore(
                    new Copies.Copy(
                            copy.id(),
                            copy.startedNanos(),
                            copy.gather() == null ? null : ref(copy.gather()),
                            copy.arrived() == null
                                    ? null
                                    : ReceiverSnapshots.scatter(
                                            copy.arrived(), context, receiverLinks, forgotten)));
        }
        for (final Snapshot.Arrived arrived : saved.queued()) {
            scatters.queued()
                    .add(ReceiverSnapshots.scatter(arrived, context, receiverLinks, forgotten));
        }
        for (final Snapshot.Writing write : saved.writes()) {
            final ChunkRef ref = ref(write.chunk());
            writes.running()
                    .add(
                            new Writes.Write(
                                    write.id(), write.postedNanos(), ref.request(), ref.chunk()));
        }
        for (final Snapshot.DirtyStaging held : saved.dirty()) {
            writes.dirty()
                    .add(
                            new Writes.Dirty(
                                    held.plane(),
                                    senderLinks.byId(held.plane().linkId()),
                                    context.arena.at(held.region())));
        }
        saved.credited().forEach(chunk -> staging.credited().add(ref(chunk)));
        saved.eager().forEach(id -> staging.eager().add(request(id)));
        saved.uncredited().forEach(chunk -> staging.uncredited().add(ref(chunk)));
        for (final Snapshot.DirectTransfer running : saved.direct()) {
            restoreDirect(running);
        }
    }

    private void restoreDirect(final Snapshot.DirectTransfer saved) {
        final Transfer.Direct transfer = saved.transfer();
        final DirectTransfers.Direct restored =
                direct.create(saved.linkId(), saved.transferId(), transfer, saved.ordinal());
        restored.failure = saved.failure();
        restored.resolved = saved.resolved();
        context.deadlines.set(restored.timer, saved.dueNanos());
    }

    private ChunkRef ref(final Snapshot.ChunkKey key) {
        return new ChunkRef(request(key.transferId()), key.chunk());
    }

    private Request request(final long transferId) {
        final List<Request> found = lifecycle.select(request -> request.transferId == transferId);
        Invariant.check(found.size() == 1, "a snapshot names its requests", transferId);
        return found.get(0);
    }

    private List<Demand> wanting(final Snapshot saved) {
        final List<Demand> wanting = new ArrayList<>();
        for (final ReceiverLink link : receiverLinks.all()) {
            if (link.current != null) {
                for (final Flow flow : link.current.flows) {
                    if (flow.open
                            && flow.refusal == null
                            && flow.demand.next < flow.chunkBytes.length) {
                        wanting.add(flow.demand);
                    }
                }
            }
        }
        Invariant.check(
                wanting.size() == saved.schedule().flows().size(),
                "a snapshot has one turn per flow that wants chunks",
                wanting.size());
        return wanting;
    }
}

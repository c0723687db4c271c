package dev.bounce.engine;

import dev.bounce.engine.trace.Tracer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Message;
import java.util.List;

/// The protocol state machine of one agent. Pure: the same configuration and events give the same
/// effects in every run and every JVM. Not thread-safe, not re-entrant.
public final class Engine {
    private final Context context;
    private final SenderLinks senderLinks;
    private final SenderFrames senderFrames;
    private final Writes writes;
    private final Staging staging;
    private final DirectTransfers direct;
    private final Copies copies;
    private final ReceiverLinks receiverLinks;
    private final Planes planes;
    private final Flows flows;
    private final Scatters scatters;
    private final Memory memory;
    private final CreditScheduler scheduler;
    private final Lifecycle lifecycle;
    private final Timer schedulerTimer;
    private final Parts parts;

    /// An engine with an empty arena, no links and no memory.
    public Engine(final EngineConfig config) {
        context = new Context(config);
        copies = new Copies(context, this::failAgent);
        final SenderOutput senderOutput = new SenderOutput(context);
        final ReceiverOutput receiverOutput = new ReceiverOutput(context);
        staging = new Staging(context, copies);
        scheduler = staging.scheduler();
        writes = new Writes(context, senderOutput, staging);
        direct = new DirectTransfers(context);
        final Closing closing = new Closing(context, senderOutput);
        final Requests requests = new Requests(context, senderOutput, staging, writes, closing);
        final KeepAlive keeping = new KeepAlive(context, senderOutput);
        senderLinks = new SenderLinks(context, keeping);
        final SenderOpening senderOpening =
                new SenderOpening(context, senderOutput, senderLinks, keeping);
        final SenderEpochs senderEpochs =
                new SenderEpochs(context, senderOutput, senderLinks, senderOpening, keeping);
        keeping.connect(senderOpening, senderEpochs);
        senderLinks.connect(requests, senderOpening, senderEpochs);
        senderOpening.connect(requests, senderEpochs);
        senderEpochs.connect(requests, closing, writes);
        closing.connect(requests, staging, senderEpochs);
        staging.connect(writes, closing);
        writes.connect(requests, closing, senderEpochs);
        final Answers answers =
                new Answers(context, senderOutput, requests, staging, writes, closing);
        senderFrames =
                new SenderFrames(
                        context,
                        senderLinks,
                        senderOpening,
                        senderEpochs,
                        answers,
                        closing,
                        writes);

        final Window window = new Window(config.scheduler());
        flows = new Flows(context, receiverOutput, scheduler, window);
        scatters = new Scatters(context, receiverOutput, copies, scheduler, flows);
        flows.connect(scatters);
        memory = new Memory(context, copies, scatters, direct);
        final ReceiverEpochs receiverEpochs =
                new ReceiverEpochs(context, receiverOutput, copies, scheduler, flows);
        scatters.connect(receiverEpochs);
        final Arrivals arrivals =
                new Arrivals(context, receiverOutput, flows, scatters, memory, window, scheduler);
        receiverLinks = new ReceiverLinks(context, receiverOutput, receiverEpochs, flows, arrivals);
        planes = new Planes(context, senderOpening, senderEpochs, receiverLinks, receiverEpochs);
        lifecycle =
                new Lifecycle(
                        context,
                        senderLinks,
                        senderOpening,
                        senderEpochs,
                        receiverLinks,
                        receiverEpochs,
                        requests,
                        closing,
                        writes,
                        direct,
                        copies);
        schedulerTimer = new Timer(context.nextOrdinal(), () -> context.scheduleWanted = true);
        parts =
                new Parts(
                        context,
                        senderLinks,
                        senderEpochs,
                        requests,
                        writes,
                        staging,
                        direct,
                        copies,
                        receiverLinks,
                        receiverEpochs,
                        scatters,
                        memory,
                        scheduler,
                        lifecycle,
                        schedulerTimer);
    }

    /// An engine that goes on from `snapshot`: the same events give the same effects.
    ///
    /// @param config the configuration of the engine that the snapshot was taken of
    public static Engine restore(final EngineConfig config, final Snapshot snapshot) {
        final Engine engine = new Engine(config);
        engine.parts.restore(snapshot);
        return engine;
    }

    /// The whole state as values. Not to be called while a step runs.
    public Snapshot snapshot() {
        return parts.take();
    }

    /// Applies one event and appends what follows from it to `out`, in the order the host must
    /// perform it. The only mutator.
    ///
    /// @param nowNanos monotonic time of this agent; never decreases
    /// @throws InvariantViolation if the engine finds itself broken; it must not be used any more
    public void step(final long nowNanos, final Event event, final Effects out) {
        Invariant.check(nowNanos >= context.now, "time ran backwards", nowNanos - context.now);
        context.now = nowNanos;
        context.out = out;
        final boolean wasDraining = scheduler.isDraining();
        apply(event);
        settle(wasDraining);
        context.outbox.flush(out);
    }

    private void apply(final Event event) {
        switch (event) {
            case Event.Submit submit -> lifecycle.submit(submit);
            case Event.Cancel cancel -> lifecycle.cancel(cancel);
            case Event.Received received -> received(received.route(), received.frame());
            case Event.GatherEnded ended -> staging.gatherEnded(ended);
            case Event.WriteEnded ended -> writes.ended(ended);
            case Event.ScatterEnded ended -> scatters.ended(ended);
            case Event.DirectEnded ended -> direct.ended(ended);
            case Event.Fenced fenced -> planes.fenced(fenced.plane());
            case Event.Load load -> senderLinks.load(load);
            case Event.Forget forget -> lifecycle.forget(forget);
            case Event.LinkBroken broken -> planes.broken(broken.plane());
            case Event.PlaneOpened opened -> planes.opened(opened);
            case Event.PlaneFailed failed -> planes.failed(failed.plane());
            case Event.MemoryRegistered registered -> memory.register(registered);
            case Event.MemoryDeregistered deregistered -> deregister(deregistered.base());
            case Event.DeviceFailed _ -> failAgent();
            case Event.Tick _ -> context.deadlines.fire(context.now);
            case Event.Shutdown _ -> lifecycle.shutdown();
        }
    }

    /// What follows once the event has been applied: grants first, so that space goes to the peers'
    /// heads before this agent's own cache, then staging, then the answers.
    ///
    /// @param wasDraining whether a drain kept staging from the general part before the event
    private void settle(final boolean wasDraining) {
        boolean drained = wasDraining;
        while (context.scheduleWanted || context.stageWanted) {
            if (context.scheduleWanted) {
                context.scheduleWanted = false;
                if (!context.failed) {
                    scheduler.schedule(context.now, flows);
                }
            }
            context.stageWanted |= drained && !scheduler.isDraining();
            drained = scheduler.isDraining();
            if (context.stageWanted) {
                context.stageWanted = false;
                staging.stage();
            }
        }
        // A failed agent schedules no more: a drain that it was in would keep it awake for ever.
        context.deadlines.set(
                schedulerTimer, context.failed ? Long.MAX_VALUE : scheduler.nextDeadlineNanos());
        flows.announce();
        memory.release(context.config.oneSidedDirect() && receiverLinks.mayBePutInto());
        lifecycle.reportStopped();
    }

    private void received(final long route, final Frame frame) {
        final List<Message> messages = frame.messages();
        for (int index = 0; index < messages.size(); index++) {
            final Message message = messages.get(index);
            if (!message.header().type().isFromSender()) {
                senderFrames.received(message);
            } else if (context.failed) {
                context.ignore(IgnoreReason.STOPPED);
            } else {
                receiverLinks.received(route, message);
            }
        }
    }

    private void deregister(final long base) {
        final long length = memory.deregister(base);
        if (length != 0) {
            lifecycle.sourceLeft(base, length);
        }
    }

    private void failAgent() {
        lifecycle.fail();
    }

    /// When to send the next [Event.Tick], `Long.MAX_VALUE` if no deadline is set.
    public long nextDeadlineNanos() {
        return context.deadlines.nextNanos();
    }

    /// Whether the agent is FAILED (rule 17): it serves no transfer any more.
    public boolean isFailed() {
        return context.failed;
    }

    /// Whether copies or writes are running, so that a host may spin.
    public boolean isBusy() {
        return !copies.isIdle() || !writes.isIdle() || !direct.running().isEmpty();
    }

    /// What the link to a peer is like, for the gate. LOADED with zero limits if none is loaded.
    public LinkView link(final String peer) {
        final SenderLink link = senderLinks.byPeer(peer);
        if (link == null) {
            return LinkView.UNKNOWN;
        }
        final SenderEpoch epoch = link.ready();
        final Body.ReceiverLimits limits = epoch == null ? link.restLimits : epoch.limits;
        if (limits == null) {
            return new LinkView(link.state, 0, 0, 0);
        }
        return new LinkView(
                link.state,
                Math.min(limits.maxChunkBytes(), context.config.arena().maxChunkBytes()),
                limits.maxChunks(),
                limits.maxRuns());
    }

    /// Replaces the listener that hears of each action.
    public void trace(final Tracer tracer) {
        context.tracer = tracer;
    }

    /// How often inputs were ignored for that reason.
    public long ignoredCount(final IgnoreReason reason) {
        return context.ignored[reason.counterIndex()];
    }

    /// Shows the whole state to a checker.
    public void inspect(final Inspection inspection) {
        inspection.agent(context.failed);
        context.arena.forEach(
                region ->
                        inspection.region(
                                region.offset,
                                region.blockBytes,
                                region.state,
                                region.plane,
                                region.rid,
                                region.chunk,
                                region.grantId,
                                context.arena.isReserve(region)));
        inspection.free(context.arena.freeBytes());
        receiverLinks.inspect(inspection);
        scheduler.inspect(inspection);
        senderLinks.inspect(inspection);
    }
}

package dev.bounce.hw;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.Event;
import dev.bounce.engine.Refusal;
import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.engine.trace.Recording;
import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.RegisteredRegion;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that owns engine, sockets and planes. A turn goes through what can have happened
/// in a fixed order: completions of the plane, scatters that ended (their ACK frees the sender
/// soonest), gathers that ended (they can be written now), frames, commands, deadlines.
///
/// Nothing here waits for a copy or a peer; the thread blocks only when it finds nothing to do.
final class Reactor {
    private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);
    private static final int COMMANDS_PER_TURN = 256;
    private static final int RECORDED_EVENTS_PER_SNAPSHOT = 8_192;
    private static final long RECORDED_BYTES = 16 << 20;
    private static final long MAX_WAIT_NANOS = 1_000_000_000;
    private static final long FAREWELL_NANOS = 50_000_000;
    private static final long MAX_FAREWELL_NANOS = 500_000_000;

    private final AgentParts parts;
    private final AgentCounters counters = new AgentCounters();
    private final Engine engine;
    private final Effects effects = new Effects();
    private final FlightRecorder recorder;
    private final IdleStrategy idle;
    private final EventWaits events;
    private final Queue<RegisteredRegion> registered = new ConcurrentLinkedQueue<>();
    private final FrameIntake intake;
    private final ControlChannel channel;
    private final OpenTransfers transfers;
    private final Peers peers;
    private final EffectPerformer performer;

    // Made once: a turn that finds nothing allocates nothing.
    private final Consumer<Event> planeEvents = this::stepLinks;
    private final CopyEngine.Ends scatterEnds =
            (copyId, outcome) -> step(new Event.ScatterEnded(copyId, outcome));
    private final CopyEngine.Ends gatherEnds =
            (copyId, outcome) -> step(new Event.GatherEnded(copyId, outcome));
    private final FrameIntake.Frames frames =
            (route, frame) -> stepLinks(new Event.Received(route, frame));

    private long steps;
    private boolean tickPostponed;
    private boolean deviceFailed;
    private volatile boolean engineFailed;
    private long giveUpNanos = Long.MAX_VALUE;

    /// Made on the thread that will run it.
    ///
    /// @param channel opened on this thread
    Reactor(final AgentParts parts, final ControlChannel channel) {
        this.parts = parts;
        this.channel = channel;
        idle =
                new IdleStrategy(
                        Runtime.getRuntime().availableProcessors(), parts.clock().getAsLong());
        engine = new Engine(parts.engine());
        events = new EventWaits(parts.wakeUp()::signal, parts.clock());
        recorder = new FlightRecorder(parts.engine(), RECORDED_EVENTS_PER_SNAPSHOT, RECORDED_BYTES);
        intake = new FrameIntake(channel, parts.config().limits().maxFrameBytes(), counters);
        transfers = new OpenTransfers(counters, parts.executor());
        peers =
                new Peers(
                        engine,
                        channel,
                        parts.executor(),
                        2 * parts.config().link().receiverLeaseNanos());
        performer = new EffectPerformer(parts, channel, transfers, peers, counters);
    }

    /// Where peers reach this agent, `null` if they cannot. Any thread.
    ControlAddress endpoint() {
        return channel.endpoint();
    }

    /// How control messages travel. Any thread.
    ControlKind controlKind() {
        return channel.kind();
    }

    /// Any thread.
    AgentMetrics metrics() {
        return counters.snapshot(
                transfers.size(),
                parts.commands()::refusedCount,
                channel.counters(),
                parts.plane().figures());
    }

    /// Whether the engine is FAILED (rule 17). Any thread.
    boolean isEngineFailed() {
        return engineFailed;
    }

    /// The engine learns of a range before it sees a frame or a transfer that names it. Any thread.
    void register(final RegisteredRegion region) {
        registered.add(region);
        parts.wakeUp().signal();
    }

    /// What waits for events. Any thread.
    EventWaits events() {
        return events;
    }

    /// Runs until the engine has stopped, and a little longer, so that peers that close at the same
    /// time still get the answer they wait for.
    ///
    /// @throws RuntimeException or an error such as InvariantViolation if the agent is broken
    void run() {
        while (!performer.isStopped()) {
            final boolean worked = turn();
            final long now = parts.clock().getAsLong();
            if (worked) {
                idle.worked(engine.isBusy() | performer.takeGranted(), now);
            } else if (idle.idle(events.needsPolling(now), now)) {
                block(Math.min(engine.nextDeadlineNanos(), events.nextLookNanos()));
                wake();
            }
            if (now >= giveUpNanos) {
                LOG.warn("agent={} does not become quiet", parts.engine().name());
                return;
            }
        }
        long quietNanos = parts.clock().getAsLong();
        final long endNanos = quietNanos + MAX_FAREWELL_NANOS;
        while (parts.clock().getAsLong() < Math.min(quietNanos + FAREWELL_NANOS, endNanos)) {
            if (turn()) {
                quietNanos = parts.clock().getAsLong();
            } else {
                block(quietNanos + FAREWELL_NANOS);
            }
        }
    }

    private void block(final long untilNanos) {
        parts.wakeUp().announce();
        if (!turn()) {
            counters.waits++;
            final long left = untilNanos - parts.clock().getAsLong();
            channel.await(Math.min(left, MAX_WAIT_NANOS));
        }
        parts.wakeUp().withdraw();
    }

    /// Those that serve the transfer that woke this thread wake up while it is being planned.
    private void wake() {
        if (parts.wakeUp().takeExpected()) {
            idle.worked(true, parts.clock().getAsLong());
            parts.copies().expectGathers();
            parts.plane().expectWrites();
        }
    }

    /// @return whether there was anything to do
    boolean turn() {
        final long startNanos = parts.clock().getAsLong();
        final long before = steps;
        counters.turns++;
        intake.receive();
        parts.plane().poll(planeEvents);
        parts.copies().pollScatters(scatterEnds);
        parts.copies().pollGathers(gatherEnds);
        if (!deviceFailed && parts.copies().fault() != null) {
            deviceFailed = true;
            step(new Event.DeviceFailed(parts.copies().fault()));
        }
        for (RegisteredRegion region = registered.poll();
                region != null;
                region = registered.poll()) {
            step(new Event.MemoryRegistered(region.base(), region.bytes()));
        }
        intake.handOut(frames);
        events.poll();
        command();
        tick();
        peers.publish();
        channel.flush(); // after the copies and writes of this turn were begun
        if (steps == before) {
            return false;
        }
        counters.workNanos += parts.clock().getAsLong() - startNanos;
        return true;
    }

    private void step(final Event event) {
        final long now = parts.clock().getAsLong();
        steps++;
        effects.clear();
        recorder.record(engine, now, event);
        engine.step(now, event, effects);
        if (engine.isFailed() && !engineFailed) {
            engineFailed = true;
            parts.copies()
                    .beginNoMore(); // before the futures of this step say that nothing is read
        }
        performer.perform(effects);
    }

    private void stepLinks(final Event event) {
        peers.touch();
        step(event);
    }

    private void command() {
        for (int count = 0; count < COMMANDS_PER_TURN; count++) {
            final Command command = parts.commands().poll();
            if (command == null) {
                return;
            }
            execute(command);
        }
    }

    private void execute(final Command command) {
        switch (command) {
            case Command.Submit submit -> {
                final TransferHandle handle = submit.handle();
                transfers.accept(handle, parts.clock().getAsLong());
                step(new Event.Submit(handle.id(), handle.peer(), handle.transfer(), submit.tag()));
            }
            case Command.Cancel cancel -> step(new Event.Cancel(cancel.handle().id()));
            case Command.Load load -> load(load);
            case Command.Forget forget -> {
                if (forget.peer() != null) {
                    peers.forget(forget.peer(), parts.clock().getAsLong());
                }
                stepLinks(new Event.Forget(forget.name()));
            }
            case Command.Deregister deregister -> {
                performer.awaitDeregistered(deregister);
                step(new Event.MemoryDeregistered(deregister.base()));
                performer.takeCommandRefusal();
            }
            case Command.Record request -> {
                final AgentRecording recording = recording(true);
                parts.executor().execute(() -> request.answer().complete(recording));
            }
            case Command.Shutdown _ -> {
                giveUpNanos =
                        parts.clock().getAsLong()
                                + 2 * parts.config().timeouts().closeTimeoutNanos()
                                + parts.config().timeouts().copyTimeoutNanos();
                stepLinks(new Event.Shutdown());
            }
        }
    }

    private void load(final Command.Load load) {
        final Peer peer = load.peer();
        final long route = peers.load(peer);
        stepLinks(new Event.Load(peer.name(), peer.instance(), route));
        final Refusal refusal = performer.takeCommandRefusal();
        if (refusal != null) {
            peers.refuse(peer, "refused: " + refusal);
        }
    }

    /// A deadline waits one turn while frames are left unread: the answer it waits for may be among
    /// them.
    private void tick() {
        final long now = parts.clock().getAsLong();
        peers.retire(now);
        if (engine.nextDeadlineNanos() > now) {
            tickPostponed = false;
        } else if (intake.isFull() && !tickPostponed) {
            tickPostponed = true;
        } else {
            tickPostponed = false;
            stepLinks(new Event.Tick());
        }
    }

    /// What the flight recorder keeps, `null` if nothing has happened yet. Only on the thread of
    /// the reactor, or where [#run] does not run any more.
    ///
    /// @param whole whether the engine is as its last step has left it
    AgentRecording recording(final boolean whole) {
        final Recording recording = recorder.recording();
        return recording == null
                ? null
                : new AgentRecording(recording, whole ? engine.snapshot() : null);
    }

    /// Lets go of everything, after [#run] has ended, on the same thread. Transfers are given up
    /// once nothing reads for them any more, since their `ready` may be destroyed then.
    ///
    /// @param failure why the agent ends, `null` if it was asked to
    /// @return what may still run, `null` if nothing does; deregistrations were told the same
    MemoryStillInUseException close(final RuntimeException failure) {
        final RuntimeException reason =
                failure == null
                        ? new IllegalStateException(
                                "agent '" + parts.engine().name() + "' is closed")
                        : failure;
        parts.attempt("leave its peers", () -> peers.close("on a closed agent"));
        final MemoryStillInUseException running = parts.stop();
        parts.attempt("give up its transfers", () -> transfers.fail(reason));
        parts.attempt("give back its ranges", () -> performer.settleLeaving(running));
        parts.letGo(channel, running == null);
        return running;
    }
}

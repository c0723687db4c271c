package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.in;
import static dev.bounce.spec.conform.SpecState.numberIn;
import static dev.bounce.spec.conform.SpecState.textIn;
import static dev.bounce.spec.conform.SpecState.truthIn;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.LinkState;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/// What can happen to the engines in a state: every message of the network may arrive, what the
/// host has begun may end, and what the environment of the specification may do there.
final class Inputs {
    private static final Map<String, String> RECEIVES =
            Map.ofEntries(
                    Map.entry("OPEN", "RecvOpen"),
                    Map.entry("WANT", "RecvWant"),
                    Map.entry("CANCEL", "RecvCancel"),
                    Map.entry("DATA", "RecvData"),
                    Map.entry("CLOSE", "RecvClose"),
                    Map.entry("OPENED", "RecvOpened"),
                    Map.entry("OPEN_REFUSED", "RecvOpenRefused"),
                    Map.entry("STALE_EPOCH", "RecvStaleEpoch"),
                    Map.entry("STALE_INSTANCE", "RecvStaleInstance"),
                    Map.entry("CLOSED", "RecvClosed"),
                    Map.entry("GRANT", "RecvGrant"),
                    Map.entry("ACK", "RecvAck"),
                    Map.entry("CANCELLED", "RecvCancelled"));
    private static final Set<String> TO_RECEIVER =
            Set.of("OPEN", "WANT", "CANCEL", "DATA", "CLOSE");
    private static final long ROUTE = 1;

    private final EngineCast engines;
    private final ModelSize size;
    private final SpecState state;
    private final Pair pair;
    private final Set<String> possible;
    private final List<Input> inputs = new ArrayList<>();

    private Inputs(
            final EngineCast engines,
            final SpecState state,
            final Pair pair,
            final Set<String> possible) {
        this.engines = engines;
        this.size = engines.size();
        this.state = state;
        this.pair = pair;
        this.possible = possible;
    }

    /// All inputs.
    ///
    /// @param possible names of the steps that the specification can take
    static List<Input> of(
            final EngineCast engines,
            final SpecState state,
            final Pair pair,
            final Set<String> possible) {
        final Inputs inputs = new Inputs(engines, state, pair, possible);
        inputs.arrivals();
        pair.halves.forEach(inputs::endings);
        engines.size().sources().keySet().forEach(inputs::ofLink);
        for (int request = 1; request <= engines.size().linkOf().size(); request++) {
            inputs.ofRequest(request);
        }
        pair.halves.keySet().forEach(inputs::ofAgent);
        return inputs.inputs;
    }

    /// Whether a message is one for the receiver of its link.
    static boolean isToReceiver(final TlaValue message) {
        return TO_RECEIVER.contains(textIn(message, "t"));
    }

    private void arrivals() {
        for (final TlaValue message : state.set("net")) {
            final String link = textIn(in(message, "k"), "l");
            final String agent = isToReceiver(message) ? size.receiver(link) : size.sender(link);
            if (!pair.halves.containsKey(agent)) {
                continue;
            }
            for (final Message real : pair.messages.getOrDefault(message.toString(), List.of())) {
                inputs.add(
                        new Input(
                                agent,
                                RECEIVES.get(textIn(message, "t")),
                                message.toString(),
                                List.of(new Event.Received(ROUTE, new Frame(List.of(real)))),
                                0));
                if (real.body() instanceof Body.Data data && state.left("reject") > 0) {
                    reject(agent, message, new Message(real.header(), outOfBounds(data)));
                }
                if (real.body() instanceof Body.Open open && state.left("refuse") > 0) {
                    refuse(agent, message, new Message(real.header(), ofAnotherVersion(open)));
                }
            }
        }
    }

    /// The same DATA from a sender whose runs are wrong.
    private void reject(final String agent, final TlaValue message, final Message wrong) {
        if (possible.contains("RejectData")) {
            inputs.add(
                    new Input(
                            agent,
                            "RejectData",
                            message + " with runs that point outside",
                            List.of(new Event.Received(ROUTE, new Frame(List.of(wrong)))),
                            0));
        }
    }

    /// The same OPEN from a sender that speaks no version that the receiver knows. The refusal for
    /// want of links has no such input: they run out when other peers have them, and a model has
    /// two agents.
    private void refuse(final String agent, final TlaValue message, final Message foreign) {
        if (possible.contains("RefuseOpen")) {
            inputs.add(
                    new Input(
                            agent,
                            "RefuseOpen",
                            message + " of another version",
                            List.of(new Event.Received(ROUTE, new Frame(List.of(foreign)))),
                            0));
        }
    }

    private static Body.Open ofAnotherVersion(final Body.Open open) {
        final int version = Header.VERSION + 1;
        return new Body.Open(open.name(), open.nonce(), version, version);
    }

    private static Body.Data outOfBounds(final Body.Data data) {
        final ScatterRuns runs = data.runs();
        final long[] nowhere = runs.destination().clone();
        nowhere[0] = 1;
        return new Body.Data(
                data.chunk(),
                data.grantId(),
                data.region(),
                new ScatterRuns(
                        runs.regionOffset(),
                        runs.regionStride(),
                        nowhere,
                        runs.destinationStride(),
                        runs.pieceBytes(),
                        runs.count()));
    }

    private void endings(final String agent, final Half half) {
        for (final Effect.Gather gather : half.gathers) {
            addIfPossible(
                    agent, "GatherEnd", new Event.GatherEnded(gather.copyId(), CopyOutcome.DONE));
            addIfPossible(
                    agent,
                    "GatherFail",
                    new Event.GatherEnded(gather.copyId(), CopyOutcome.FAILED));
        }
        for (final Effect.Scatter scatter : half.scatters) {
            addIfPossible(
                    agent,
                    "ScatterEnd",
                    new Event.ScatterEnded(scatter.copyId(), CopyOutcome.DONE));
            addIfPossible(
                    agent,
                    "ScatterFail",
                    new Event.ScatterEnded(scatter.copyId(), CopyOutcome.FAILED));
        }
        half.writes.forEach(write -> written(agent, write));
        for (final PlaneKey plane : half.planes) {
            addIfPossible(agent, "LinkReady", new Event.PlaneOpened(plane, Blob.EMPTY));
        }
        for (final PlaneKey plane : half.fences) {
            inputs.add(
                    Input.of(
                            agent,
                            plane.side() == PlaneKey.Side.SENDER
                                    ? "SenderFenced"
                                    : "ReceiverFenced",
                            new Event.Fenced(plane, FenceStrength.PROVEN)));
        }
    }

    /// A write ends LANDED only when it has landed, NEVER only when nothing of it has.
    private void written(final String agent, final Effect.Write effect) {
        for (final TlaValue write : state.set("writes")) {
            final TlaValue epoch = in(write, "k");
            if (!textIn(write, "st").equals("run")
                    || !plane(epoch, PlaneKey.Side.SENDER).equals(effect.plane())
                    || numberIn(write, "g") != effect.grantId()) {
                continue;
            }
            final int left = ((TlaValue.SetOf) in(write, "left")).elements().size();
            final boolean isDead = truthIn(write, "dead");
            if (left == 0 && !isDead) {
                addEnd(agent, "WriteLanded", effect, WriteOutcome.LANDED);
            }
            if (left == 2 && state.left("never") > 0) {
                addEnd(agent, "WriteNever", effect, WriteOutcome.NEVER);
            }
            if (isDead || state.left("dirty") > 0) {
                addEnd(agent, "WriteDirty", effect, WriteOutcome.DIRTY);
            }
        }
    }

    private void addEnd(
            final String agent,
            final String action,
            final Effect.Write write,
            final WriteOutcome outcome) {
        inputs.add(Input.of(agent, action, new Event.WriteEnded(write.writeId(), outcome)));
    }

    private void ofLink(final String link) {
        final String sender = size.sender(link);
        final String receiver = size.receiver(link);
        final Half sending = pair.halves.get(sender);
        if (sending != null) {
            if (possible.contains("OpenLink")) {
                open(link, sending);
            }
            if (possible.contains("Load") && isLoaded(sending, receiver)) {
                inputs.add(
                        Input.of(sender, "Load", load(receiver, state.number("life", receiver))));
            }
            if (possible.contains("SenderEnds")) {
                silence(sender, sending, receiver);
            }
        }
        final TlaValue current = state.at("rcv", link, "cur");
        if (pair.halves.containsKey(receiver) && numberIn(current, "n") > 0) {
            addIfPossible(
                    receiver,
                    "ReceiverEnds",
                    new Event.LinkBroken(plane(current, PlaneKey.Side.RECEIVER)));
        }
    }

    /// The application loads the peer and submits what waits for that; or the back-off is over.
    private void open(final String link, final Half sending) {
        final String sender = size.sender(link);
        final String receiver = size.receiver(link);
        if (!isLoaded(sending, receiver)) {
            final List<Event> events = new ArrayList<>();
            events.add(load(receiver, state.number("snd", link, "peer")));
            for (final int request : size.requestsOf(link)) {
                if (state.text("req", request, "st").equals("WAITING")) {
                    events.add(engines.submit(request));
                }
            }
            inputs.add(new Input(sender, "OpenLink", "Load", events, 0));
            return;
        }
        for (final Snapshot.Outgoing outgoing : sending.state.outgoing()) {
            if (outgoing.state() == LinkState.LOST && outgoing.openDueNanos() < Long.MAX_VALUE) {
                inputs.add(
                        new Input(
                                sender,
                                "OpenLink",
                                "Tick",
                                List.of(new Event.Tick()),
                                outgoing.openDueNanos()));
            }
        }
    }

    /// The lease of the sender's epoch ends.
    private void silence(final String sender, final Half sending, final String receiver) {
        for (final Snapshot.Outgoing link : sending.state.outgoing()) {
            final Snapshot.SendingEpoch epoch = link.current();
            if (link.peer().equals(receiver) && epoch != null && epoch.limits() != null) {
                inputs.add(
                        new Input(
                                sender,
                                "SenderEnds",
                                "Tick",
                                List.of(new Event.Tick()),
                                epoch.beats().leaseFromNanos()
                                        + epoch.limits().leaseNanos() / 100 * 101));
            }
        }
    }

    private static boolean isLoaded(final Half sending, final String receiver) {
        return sending.state.outgoing().stream().anyMatch(link -> link.peer().equals(receiver));
    }

    private static Event load(final String peer, final long life) {
        return new Event.Load(peer, EngineCast.instance(peer, life), ROUTE);
    }

    private void ofRequest(final int request) {
        final String link = size.linkOf().get(request - 1);
        final String sender = size.sender(link);
        final Half half = pair.halves.get(sender);
        if (half == null || !isLoaded(half, size.receiver(link))) {
            return;
        }
        final String phase = state.text("req", request, "st");
        if (phase.equals("NEW")) {
            addIfPossible(sender, "Submit", engines.submit(request));
        }
        if (Set.of("OPEN", "WAITING").contains(phase) && state.left("cancel") > 0) {
            addIfPossible(sender, "StartClosing", new Event.Cancel(request));
        }
        if (possible.contains("CloseTimeout") && phase.equals("CLOSING")) {
            closeTimeout(sender, half, request);
        }
    }

    private void closeTimeout(final String sender, final Half half, final int request) {
        half.state.outgoing().stream()
                .flatMap(
                        link -> {
                            final List<Snapshot.SendingEpoch> epochs =
                                    new ArrayList<>(link.closed());
                            if (link.current() != null) {
                                epochs.add(link.current());
                            }
                            return epochs.stream();
                        })
                .flatMap(epoch -> epoch.records().stream())
                .filter(record -> record.transferId() == request && !record.resolved())
                .forEach(
                        record ->
                                inputs.add(
                                        new Input(
                                                sender,
                                                "CloseTimeout",
                                                "Tick",
                                                List.of(new Event.Tick()),
                                                record.closeDueNanos())));
    }

    private void ofAgent(final String agent) {
        final String peer = agent.equals("a") ? "b" : "a";
        if (possible.contains("DeregisterMemory")
                && pair.range(agent).equals("in")
                && hasSubmitted(agent)) {
            ofRanges(agent, "DeregisterMemory", Event.MemoryDeregistered::new);
        }
        if (possible.contains("RegisterMemory") && pair.range(agent).equals("out")) {
            ofRanges(
                    agent,
                    "RegisterMemory",
                    base -> new Event.MemoryRegistered(base, EngineCast.RANGE_BYTES));
        }
        addIfPossible(agent, "Forget", new Event.Forget(peer));
        addIfPossible(agent, "ShutDown", new Event.Shutdown());
        addIfPossible(agent, "FailAgent", new Event.DeviceFailed("as the model says"));
    }

    /// Whether the requests that wait from the beginning in the specification wait in the engine.
    private boolean hasSubmitted(final String agent) {
        final String link = size.from(agent);
        return link.isEmpty()
                || size.requestsOf(link).isEmpty()
                || isLoaded(pair.halves.get(agent), size.receiver(link));
    }

    /// The specification has one range per agent, for what it sends and what it receives.
    private void ofRanges(
            final String agent, final String action, final LongFunction<Event> event) {
        inputs.add(
                new Input(
                        agent,
                        action,
                        action,
                        EngineCast.RANGES.stream().map(event::apply).toList(),
                        0));
    }

    private PlaneKey plane(final TlaValue epoch, final PlaneKey.Side side) {
        final String link = textIn(epoch, "l");
        return new PlaneKey(
                EngineCast.linkId(size.sender(link), size.receiver(link)),
                numberIn(epoch, "n"),
                EngineCast.instance(size.sender(link), numberIn(epoch, "s")),
                side);
    }

    private void addIfPossible(final String agent, final String action, final Event event) {
        if (possible.contains(action)) {
            inputs.add(Input.of(agent, action, event));
        }
    }
}

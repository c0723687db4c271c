package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.numberIn;

import dev.bounce.engine.Event;
import dev.bounce.engine.LinkState;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/// What can happen to the engines in a state: every message of the network may arrive ([Arrivals]),
/// what the hosts have begun may end ([Endings]), and what applications, deadlines and the
/// environment of the specification may do there.
final class Inputs {
    private final EngineCast engines;
    private final ModelSize size;
    private final SpecState state;
    private final Pair pair;
    private final Offers offers;

    private Inputs(
            final EngineCast engines, final SpecState state, final Pair pair, final Offers offers) {
        this.engines = engines;
        this.size = engines.size();
        this.state = state;
        this.pair = pair;
        this.offers = offers;
    }

    /// All inputs.
    ///
    /// @param possible names of the steps that the specification can take
    static List<Input> of(
            final EngineCast engines,
            final SpecState state,
            final Pair pair,
            final Set<String> possible) {
        final Offers offers = new Offers(possible);
        new Arrivals(engines.size(), state, pair, offers).find();
        pair.halves.forEach(new Endings(engines, state, offers)::find);
        final Inputs inputs = new Inputs(engines, state, pair, offers);
        engines.size().sources().keySet().forEach(inputs::ofLink);
        for (int request = 1; request <= engines.size().linkOf().size(); request++) {
            inputs.ofRequest(request);
        }
        pair.halves.keySet().forEach(inputs::ofAgent);
        return offers.all();
    }

    private void ofLink(final String link) {
        final String sender = size.sender(link);
        final String receiver = size.receiver(link);
        final Half sending = pair.halves.get(sender);
        if (sending != null) {
            if (offers.allows("OpenLink")) {
                open(link, sending);
            }
            if (offers.allows("Load") && isLoaded(sending, receiver)) {
                offers.add(
                        Input.of(sender, "Load", load(receiver, state.number("life", receiver))));
            }
            if (offers.allows("SenderEnds")) {
                silence(sender, sending, receiver);
            }
        }
        final TlaValue current = state.at("rcv", link, "cur");
        if (pair.halves.containsKey(receiver) && numberIn(current, "n") > 0) {
            offers.addIfPossible(
                    receiver,
                    "ReceiverEnds",
                    new Event.LinkBroken(engines.plane(current, PlaneKey.Side.RECEIVER)));
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
            offers.add(new Input(sender, "OpenLink", "Load", events, 0));
            return;
        }
        for (final Snapshot.Outgoing outgoing : sending.state.outgoing()) {
            if (outgoing.state() == LinkState.LOST && outgoing.openDueNanos() < Long.MAX_VALUE) {
                offers.add(
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
                offers.add(
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
        return new Event.Load(peer, EngineCast.instance(peer, life), EngineCast.ROUTE);
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
            offers.addIfPossible(sender, "Submit", engines.submit(request));
        }
        final boolean cancelled =
                Set.of("OPEN", "WAITING").contains(phase) && state.left("cancel") > 0;
        if (cancelled || phase.equals("WAITING") && isUnanswered(link)) {
            offers.addIfPossible(sender, "StartClosing", new Event.Cancel(request));
        }
        if (offers.allows("CloseTimeout") && phase.equals("CLOSING")) {
            closeTimeout(sender, half, request);
        }
    }

    /// Whether a link does not open because nobody is there, or who is there leaves.
    private boolean isUnanswered(final String link) {
        final String receiver = size.receiver(link);
        return !state.text("snd", link, "st").equals("READY")
                && (pair.halves.get(receiver) == null
                        || Set.of("failed", "leaves").contains(state.text("mode", receiver)));
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
                                offers.add(
                                        new Input(
                                                sender,
                                                "CloseTimeout",
                                                "Tick",
                                                List.of(new Event.Tick()),
                                                record.closeDueNanos())));
    }

    private void ofAgent(final String agent) {
        final String peer = agent.equals("a") ? "b" : "a";
        if (offers.allows("DeregisterMemory")
                && pair.range(agent).equals("in")
                && hasSubmitted(agent)) {
            ofRanges(agent, "DeregisterMemory", Event.MemoryDeregistered::new);
        }
        if (offers.allows("RegisterMemory") && pair.range(agent).equals("out")) {
            ofRanges(
                    agent,
                    "RegisterMemory",
                    base -> new Event.MemoryRegistered(base, EngineCast.RANGE_BYTES));
        }
        offers.addIfPossible(agent, "Forget", new Event.Forget(peer));
        offers.addIfPossible(agent, "ShutDown", new Event.Shutdown());
        offers.addIfPossible(agent, "FailAgent", new Event.DeviceFailed("as the model says"));
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
        offers.add(
                new Input(
                        agent,
                        action,
                        action,
                        EngineCast.RANGES.stream().map(event::apply).toList(),
                        0));
    }
}

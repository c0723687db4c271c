package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.in;
import static dev.bounce.spec.conform.SpecState.textIn;

import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.spec.tla.TlaValue;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Every message of the network may arrive, and some of them otherwise than they were sent.
final class Arrivals {
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

    private final ModelSize size;
    private final SpecState state;
    private final Pair pair;
    private final Offers offers;

    Arrivals(final ModelSize size, final SpecState state, final Pair pair, final Offers offers) {
        this.size = size;
        this.state = state;
        this.pair = pair;
        this.offers = offers;
    }

    /// Whether a message is one for the receiver of its link.
    static boolean isToReceiver(final TlaValue message) {
        return TO_RECEIVER.contains(textIn(message, "t"));
    }

    /// Finds them all.
    void find() {
        for (final TlaValue message : state.set("net")) {
            final String link = textIn(in(message, "k"), "l");
            final String agent = isToReceiver(message) ? size.receiver(link) : size.sender(link);
            if (!pair.halves.containsKey(agent)) {
                continue;
            }
            for (final Message real : pair.messages.getOrDefault(message.toString(), List.of())) {
                offers.add(
                        new Input(
                                agent,
                                RECEIVES.get(textIn(message, "t")),
                                message.toString(),
                                List.of(
                                        new Event.Received(
                                                EngineCast.ROUTE, new Frame(List.of(real)))),
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
        if (offers.allows("RejectData")) {
            offers.add(
                    new Input(
                            agent,
                            "RejectData",
                            message + " with runs that point outside",
                            List.of(
                                    new Event.Received(
                                            EngineCast.ROUTE, new Frame(List.of(wrong)))),
                            0));
        }
    }

    /// The same OPEN from a sender that speaks no version that the receiver knows. The refusal for
    /// want of links has no such input: they run out when other peers have them, and a model has
    /// two agents.
    private void refuse(final String agent, final TlaValue message, final Message foreign) {
        if (offers.allows("RefuseOpen")) {
            offers.add(
                    new Input(
                            agent,
                            "RefuseOpen",
                            message + " of another version",
                            List.of(
                                    new Event.Received(
                                            EngineCast.ROUTE, new Frame(List.of(foreign)))),
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
}

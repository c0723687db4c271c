package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Connects two nodes. The route towards a node is 1, the route back is 2, whoever speaks.
final class Wire {
    static final long FORTH = 1;
    static final long BACK = 2;

    final Node left;
    final Node right;

    /// Messages for which it answers true are lost.
    Predicate<Message> lost = message -> false;

    /// Every message that was delivered, in order.
    final ArrayList<Message> seen = new ArrayList<>();

    Wire(final Node left, final Node right) {
        this.left = left;
        this.right = right;
    }

    /// Loads each into the other and opens both links.
    static Wire between(final Node left, final Node right) {
        final Wire wire = new Wire(left, right);
        wire.load(left, right);
        wire.load(right, left);
        wire.run();
        return wire;
    }

    void load(final Node into, final Node peer) {
        into.step(new Event.Load(peer.name, peer.config.instance(), FORTH));
    }

    /// Delivers until nothing is under way.
    void run() {
        while (!left.outbound.isEmpty() || !right.outbound.isEmpty()) {
            deliver(left, right);
            deliver(right, left);
        }
    }

    /// Delivers what has left `from` so far.
    void deliver(final Node from, final Node to) {
        final List<Effect.Send> sends = new ArrayList<>(from.outbound);
        from.outbound.clear();
        for (final Effect.Send send : sends) {
            deliver(send, to);
        }
    }

    void deliver(final Effect.Send send, final Node to) {
        final List<Message> kept = send.frame().messages().stream().filter(lost.negate()).toList();
        seen.addAll(kept);
        if (!kept.isEmpty()) {
            to.receive(send.route() == FORTH ? BACK : FORTH, new Frame(kept));
        }
    }

    /// Moves both clocks in small steps and delivers what follows.
    void advance(final long nanos) {
        final long step = 5 * Node.MILLI;
        for (long passed = 0; passed < nanos; passed += step) {
            left.advance(Math.min(step, nanos - passed));
            right.advance(Math.min(step, nanos - passed));
            run();
        }
    }

    /// How many messages with such a body were delivered.
    long count(final Class<? extends Body> body) {
        return seen.stream().filter(message -> body.isInstance(message.body())).count();
    }

    static Predicate<Message> bodies(final Class<? extends Body> body) {
        return message -> body.isInstance(message.body());
    }

    /// The first delivered message with such a body.
    Message first(final Class<? extends Body> body) {
        return seen.stream()
                .filter(message -> body.isInstance(message.body()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + body.getSimpleName() + " was seen"));
    }

    /// The last delivered message with such a body.
    Message last(final Class<? extends Body> body) {
        return seen.reversed().stream()
                .filter(message -> body.isInstance(message.body()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + body.getSimpleName() + " was seen"));
    }

    /// Delivers one message, old or made up, as if it had come from the other side.
    void inject(final Node to, final Message message) {
        to.receive(
                message.header().type().isFromSender() ? BACK : FORTH, new Frame(List.of(message)));
    }

    /// The message with another body.
    static Message with(final Message message, final Body body) {
        return new Message(message.header(), body);
    }

    /// The message under another token.
    static Message forged(final Message message) {
        final Header header = message.header();
        return new Message(
                new Header(
                        header.type(),
                        header.version(),
                        new Token(header.token().low() + 1, header.token().high()),
                        header.linkId(),
                        header.senderInstance(),
                        header.receiverInstance(),
                        header.epoch(),
                        header.rid(),
                        header.progress(),
                        header.beat()),
                message.body());
    }

    /// The message for another rid.
    static Message ofRid(final Message message, final long rid) {
        final Header header = message.header();
        return new Message(
                new Header(
                        header.type(),
                        header.version(),
                        header.token(),
                        header.linkId(),
                        header.senderInstance(),
                        header.receiverInstance(),
                        header.epoch(),
                        rid,
                        header.progress(),
                        header.beat()),
                message.body());
    }
}

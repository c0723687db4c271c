package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.OpenRefusal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Other lives of an agent under its name: what is pending, what takes effect, what is refused
/// (rules 1 and 10).
final class PendingEpochTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = new Wire(sender, receiver);

    @BeforeEach
    void open() {
        wire.load(sender, receiver);
        wire.run();
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
    }

    @Test
    void shouldAnswerStaleInstanceToAFrameForAnotherLife() {
        sender.submit(1, "receiver", 1);
        wire.run();
        final Node reborn = new Node("receiver", 4711, Node.ARENA);
        wire.inject(reborn, wire.first(Body.Want.class));
        final Message answer = reborn.outbound.get(0).frame().messages().get(0);
        assertEquals(4711, ((Body.StaleInstance) answer.body()).mine());
        assertEquals(wire.first(Body.Want.class).header().token(), answer.header().token());
        assertEquals(0, reborn.engine.snapshot().incoming().size());
    }

    @Test
    void shouldKeepAnOpenOfAnotherInstancePendingUntilItsFirstFrame() {
        sender.submit(1, "receiver", 1);
        wire.run();
        final Node impostor = new Node("sender", 31337, Node.ARENA);
        final Wire other = new Wire(impostor, receiver);
        other.load(impostor, receiver);
        other.deliver(impostor, receiver);
        other.deliver(receiver, impostor);
        other.deliver(impostor, receiver);
        assertEquals(
                sender.config.instance(),
                receiver.engine.snapshot().incoming().get(0).current().plane().instance());
        sender.submit(2, "receiver", 1);
        wire.run();
        assertEquals(2, sender.resolved.size(), "the living sender goes on");
    }

    @Test
    void shouldLetThePendingEpochTakeEffectWithItsFirstFrame() {
        final Node reborn = new Node("sender", 31337, Node.ARENA);
        final Wire next = new Wire(reborn, receiver);
        next.load(reborn, receiver);
        next.run();
        next.advance(50 * Node.MILLI);
        reborn.submit(9, "receiver", 2);
        next.run();
        assertEquals(Outcome.SUCCESS, reborn.onlyResolved().outcome());
        sender.submit(1, "receiver", 1);
        wire.run();
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
    }

    @Test
    void shouldPromoteAPendingEpochWhoseOlderOneHasEndedByItself() {
        final Node reborn = new Node("sender", 31337, Node.ARENA);
        final Wire next = new Wire(reborn, receiver);
        next.load(reborn, receiver);
        next.deliver(reborn, receiver);
        next.deliver(receiver, reborn);
        next.advance(20 * Node.MILLI);
        receiver.step(
                new Event.LinkBroken(
                        receiver.engine.snapshot().incoming().get(0).current().plane()));
        next.run();
        reborn.submit(9, "receiver", 2);
        next.run();
        assertEquals(Outcome.SUCCESS, reborn.onlyResolved().outcome());
    }

    @Test
    void shouldRefuseANameWhoseInstanceKeepsAlternating() {
        final Node twin = new Node("sender", 31337, Node.ARENA);
        final Wire other = new Wire(twin, receiver);
        other.load(twin, receiver);
        for (int round = 0; round < 40; round++) {
            other.run();
            twin.submit(100 + round, "receiver", 1);
            other.run();
            sender.submit(round, "receiver", 1);
            wire.run();
            wire.advance(300 * Node.MILLI);
            other.advance(300 * Node.MILLI);
        }
        final boolean refused =
                other.seen.stream().anyMatch(PendingEpochTest::isDuplicateName)
                        || wire.seen.stream().anyMatch(PendingEpochTest::isDuplicateName);
        assertTrue(refused);
    }

    private static boolean isDuplicateName(final Message message) {
        return message.body() instanceof Body.OpenRefused body
                && body.reason() == OpenRefusal.DUPLICATE_NAME;
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.wire.Body;
import org.junit.jupiter.api.Test;

/// Links that nothing was asked of for a while are closed cleanly, and open for the next request.
final class IdleLinkTest {
    static final long IDLE = 2 * Node.SECOND;

    private final Node sender = idling(false);
    private final Node receiver = Node.of("receiver");
    private final Wire wire = new Wire(sender, receiver);

    static Node idling(final boolean oneSidedDirect) {
        final EngineConfig usual = Node.config("sender", 7, Node.ARENA);
        final LinkConfig link =
                new LinkConfig(
                        Node.SECOND,
                        10 * Node.SECOND,
                        IDLE,
                        10 * Node.SECOND,
                        10 * Node.MILLI,
                        Node.SECOND,
                        64,
                        4096,
                        64);
        return new Node(
                new EngineConfig(
                        usual.name(),
                        usual.instance(),
                        usual.secret(),
                        usual.arena(),
                        usual.scheduler(),
                        link,
                        usual.timeouts(),
                        usual.limits(),
                        usual.copies(),
                        usual.memoryKind(),
                        usual.deviceUuid(),
                        usual.arenaAddress(),
                        usual.arenaKey(),
                        oneSidedDirect));
    }

    private void rest() {
        wire.load(sender, receiver);
        wire.run();
        wire.advance(IDLE);
        wire.run();
        assertEquals(LinkState.LOADED, view().state());
    }

    private LinkView view() {
        return sender.engine.link("receiver");
    }

    @Test
    void shouldCloseCleanlyWhenNothingWasAskedForTheIdleTime() {
        wire.load(sender, receiver);
        wire.run();
        wire.advance(IDLE / 2);
        assertEquals(LinkState.READY, view().state());
        wire.advance(IDLE / 2);
        assertEquals(LinkState.LOADED, view().state());
        assertTrue(((Body.Close) wire.first(Body.Close.class).body()).clean());
        assertTrue(sender.engine.snapshot().outgoing().get(0).closed().isEmpty(), "answered");
        wire.advance(3 * IDLE);
        assertEquals(1, wire.count(Body.Open.class), "a link at rest stays closed");
    }

    @Test
    void shouldOpenALargerEpochForTheNextRequest() {
        rest();
        assertTrue(view().takesRequests(), "the limits of the last epoch are known");
        sender.submit(1, "receiver", 4);
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.resolved.getLast().outcome());
        assertEquals(2, sender.resolved.getLast().epoch());
        assertEquals(LinkState.READY, view().state());
    }

    @Test
    void shouldCountTheIdleTimeFromTheEndOfTheLastRequest() {
        wire.load(sender, receiver);
        wire.run();
        wire.advance(IDLE / 2);
        sender.submit(1, "receiver", 4);
        wire.run();
        wire.advance(IDLE / 2 + IDLE / 4);
        assertEquals(LinkState.READY, view().state());
        wire.advance(IDLE / 2);
        assertEquals(LinkState.LOADED, view().state());
    }

    @Test
    void shouldNotCloseUnderARequest() {
        receiver.autoScatter = false;
        wire.load(sender, receiver);
        wire.run();
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.advance(2 * IDLE);
        assertEquals(0, wire.count(Body.Close.class));
        assertEquals(1, sender.engine.snapshot().outgoing().get(0).current().epoch());
    }

    @Test
    void shouldNotCloseWhereDirectPutsAreOneSided() {
        final Node oneSided = idling(true);
        final Wire pair = new Wire(oneSided, receiver);
        pair.load(oneSided, receiver);
        pair.run();
        pair.advance(2 * IDLE);
        assertEquals(LinkState.READY, oneSided.engine.link("receiver").state());
    }

    @Test
    void shouldStayAtRestWhenTheSameDescriptionIsLoadedAgain() {
        rest();
        wire.load(sender, receiver);
        assertEquals(IgnoreReason.ALREADY_LOADED, sender.ignored.getLast());
        assertEquals(LinkState.LOADED, view().state());
    }

    @Test
    void shouldOpenAtOnceWhenAnotherLifeIsLoaded() {
        rest();
        sender.step(new Event.Load("receiver", receiver.config.instance() + 1, 7));
        assertEquals(LinkState.OPENING, view().state());
        assertFalse(view().takesRequests(), "nothing is known of that life");
    }

    @Test
    void shouldForgetAPeerAtRest() {
        rest();
        sender.step(new Event.Forget("receiver"));
        assertTrue(sender.engine.snapshot().outgoing().isEmpty());
    }

    @Test
    void shouldFailTheRequestWhenNobodyIsThereAnyMore() {
        rest();
        wire.lost = message -> true;
        sender.submit(1, "receiver", 4);
        sender.advance(Node.TIMEOUTS.requestTimeoutNanos());
        assertEquals(Outcome.TIMED_OUT, sender.resolved.getLast().outcome());
        assertTrue(sender.resolved.getLast().quiescent());
    }
}

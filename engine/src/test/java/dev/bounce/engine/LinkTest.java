package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Opening, keeping and refusing links (rules 1, 2 and 10).
final class LinkTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = new Wire(sender, receiver);

    private LinkState state() {
        return sender.engine.link("receiver").state();
    }

    private void open() {
        wire.load(sender, receiver);
        wire.run();
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldRefuseToLoadItself() {
        sender.step(new Event.Load("sender", 5, 1));
        assertEquals(Refusal.SELF, sender.refused.get(0).reason());
    }

    @Test
    void shouldIgnoreADescriptionThatIsLoadedAlready() {
        open();
        wire.load(sender, receiver);
        assertEquals(IgnoreReason.ALREADY_LOADED, sender.ignored.getLast());
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldCloseTheEpochAndOpenANewOneWhenTheRouteChanges() {
        open();
        sender.step(new Event.Load("receiver", receiver.config.instance(), 7));
        assertEquals(LinkState.OPENING, state());
        for (final Effect.Send send : sender.outbound) {
            assertEquals(7, send.route());
        }
        wire.run();
        assertEquals(1, wire.count(Body.Close.class));
        assertEquals(LinkState.READY, state());
        assertEquals(2, sender.engine.snapshot().outgoing().get(0).current().epoch());
    }

    @Test
    void shouldRefuseMoreLinksThanConfigured() {
        for (int peer = 0; peer < Node.LINK.maxLinks(); peer++) {
            sender.step(new Event.Load("peer-" + peer, 5, peer));
        }
        assertEquals(0, sender.refused.size());
        sender.step(new Event.Load("one-more", 5, 1_000));
        assertEquals(Refusal.TOO_MANY_LINKS, sender.refused.get(0).reason());
    }

    @Test
    void shouldNotReuseAnEpochAfterAPeerWasForgottenAndLoadedAgain() {
        open();
        sender.step(new Event.Forget("receiver"));
        wire.run();
        assertEquals(0, sender.engine.snapshot().outgoing().size());
        open();
        final Snapshot.Outgoing again = sender.engine.snapshot().outgoing().get(0);
        assertEquals(2, again.current().epoch());
    }

    @Test
    void shouldRepeatOpenUntilItIsAnswered() {
        wire.lost = Wire.bodies(Body.Open.class);
        wire.load(sender, receiver);
        wire.advance(100 * Node.MILLI);
        assertEquals(LinkState.OPENING, state());
        wire.lost = message -> false;
        wire.advance(200 * Node.MILLI);
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldAnswerARepeatedOpenAgain() {
        wire.lost = Wire.bodies(Body.Opened.class);
        wire.load(sender, receiver);
        wire.advance(30 * Node.MILLI);
        assertEquals(LinkState.OPENING, state());
        assertEquals(1, receiver.engine.snapshot().incoming().size());
        wire.lost = message -> false;
        wire.advance(200 * Node.MILLI);
        assertEquals(LinkState.READY, state());
        assertEquals(1, sender.engine.snapshot().outgoing().get(0).current().epoch());
    }

    @Test
    void shouldIgnoreOpenedOfAnotherNonce() {
        wire.load(sender, receiver);
        wire.deliver(sender, receiver);
        final Message answer = receiver.outbound.get(0).frame().messages().get(0);
        receiver.outbound.clear();
        final Body.Opened opened = (Body.Opened) answer.body();
        wire.inject(
                sender,
                Wire.with(
                        answer,
                        new Body.Opened(
                                new Nonce(1, 2),
                                opened.token(),
                                opened.wireVersion(),
                                opened.limits(),
                                opened.arena())));
        assertEquals(IgnoreReason.WRONG_NONCE, sender.ignored.getLast());
        assertEquals(LinkState.OPENING, state());
    }

    @Test
    void shouldIgnoreOpenedOnceReady() {
        open();
        wire.inject(sender, wire.first(Body.Opened.class));
        assertEquals(IgnoreReason.UNEXPECTED_STATE, sender.ignored.getLast());
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldIgnoreFramesWithoutTheTokenOfTheEpoch() {
        open();
        sender.submit(1, "receiver", 4);
        wire.run();
        receiver.ignored.clear();
        wire.inject(receiver, Wire.forged(wire.first(Body.Want.class)));
        assertEquals(IgnoreReason.WRONG_TOKEN, receiver.ignored.getLast());
        sender.ignored.clear();
        wire.inject(sender, Wire.forged(wire.first(Body.Grant.class)));
        assertEquals(IgnoreReason.WRONG_TOKEN, sender.ignored.getLast());
    }

    @Test
    void shouldRefuseAWireRangeThatDoesNotOverlap() {
        wire.load(sender, receiver);
        final Message open = sender.outbound.get(0).frame().messages().get(0);
        final Body.Open body = (Body.Open) open.body();
        wire.inject(receiver, Wire.with(open, new Body.Open(body.name(), body.nonce(), 7, 9)));
        wire.deliver(receiver, sender);
        assertEquals(LinkState.LOST, state());
        sender.submit(1, "receiver", 1);
        assertEquals(Refusal.OPEN_REFUSED, sender.refused.get(0).reason());
    }

    @Test
    void shouldFailWaitingRequestsWhenTheLinkIsRefused() {
        wire.load(sender, receiver);
        sender.submit(1, "receiver", 1);
        final Message open = sender.outbound.get(0).frame().messages().get(0);
        final Body.Open body = (Body.Open) open.body();
        wire.inject(receiver, Wire.with(open, new Body.Open(body.name(), body.nonce(), 7, 9)));
        wire.deliver(receiver, sender);
        assertEquals(Outcome.OPEN_REFUSED, sender.onlyResolved().outcome());
        assertTrue(sender.onlyResolved().quiescent());
    }

    @Test
    void shouldIgnoreAnOpenWithoutAVersion() {
        wire.load(sender, receiver);
        final Message open = sender.outbound.get(0).frame().messages().get(0);
        final Body.Open body = (Body.Open) open.body();
        wire.inject(receiver, Wire.with(open, new Body.Open(body.name(), body.nonce(), 2, 1)));
        assertEquals(List.of(IgnoreReason.INCONSISTENT), receiver.ignored);
        assertEquals(0, receiver.planes.size());
    }

    @Test
    void shouldAnswerARepeatedOpenAgainWhateverVersionItNames() {
        wire.load(sender, receiver);
        final Message open = sender.outbound.get(0).frame().messages().get(0);
        final Body.Open body = (Body.Open) open.body();
        wire.inject(receiver, open);
        wire.inject(receiver, Wire.with(open, new Body.Open(body.name(), body.nonce(), 7, 9)));
        wire.run();
        assertEquals(0, wire.count(Body.OpenRefused.class));
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldIgnoreAnOpenWhoseNameIsNotThatOfItsLink() {
        wire.load(sender, receiver);
        final Message open = sender.outbound.get(0).frame().messages().get(0);
        final Body.Open body = (Body.Open) open.body();
        wire.inject(receiver, Wire.with(open, new Body.Open("mallory", body.nonce(), 1, 1)));
        assertEquals(IgnoreReason.INCONSISTENT, receiver.ignored.getLast());
        assertEquals(0, receiver.planes.size());
    }

    @Test
    void shouldTryAgainWhenThePlaneOfTheReceiverCannotBeMade() {
        receiver.autoPlane = false;
        wire.load(sender, receiver);
        wire.run();
        receiver.step(new Event.PlaneFailed(receiver.planes.remove(0).plane()));
        receiver.autoPlane = true;
        wire.advance(Node.SECOND);
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldCloseAndTryAgainWhenThePlaneOfTheSenderCannotBeMade() {
        sender.autoPlane = false;
        wire.load(sender, receiver);
        wire.run();
        sender.step(new Event.PlaneFailed(sender.planes.remove(0).plane()));
        sender.autoPlane = true;
        wire.advance(Node.SECOND);
        assertEquals(1, wire.count(Body.Close.class));
        assertEquals(LinkState.READY, state());
    }

    @Test
    void shouldEndTheEpochWhenTheDataPlaneBreaks() {
        open();
        sender.autoWrite = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        final Effect.Write write = sender.writes.get(0);
        sender.step(new Event.LinkBroken(write.plane()));
        sender.endWrite(write, WriteOutcome.LANDED);
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        wire.run();
        final Body.Close close = (Body.Close) wire.first(Body.Close.class).body();
        assertEquals(false, close.clean(), "LANDED of a broken plane is not believed");
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
    }

    @Test
    void shouldTellTheSenderWhenTheReceiverEndedTheEpoch() {
        open();
        receiver.step(new Event.Forget("sender"));
        sender.submit(1, "receiver", 2);
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.LINK_LOST, resolve.outcome());
        assertTrue(resolve.quiescent());
        wire.advance(Node.SECOND);
        sender.submit(2, "receiver", 2);
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.resolved.get(1).outcome());
    }
}

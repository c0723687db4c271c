package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.OpenRefusal;
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
    void shouldAnswerStaleInstanceToAFrameForAnotherLife() {
        open();
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
        open();
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
        open();
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
        open();
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
        open();
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
                other.seen.stream().anyMatch(LinkTest::isDuplicateName)
                        || wire.seen.stream().anyMatch(LinkTest::isDuplicateName);
        assertTrue(refused);
    }

    private static boolean isDuplicateName(final Message message) {
        return message.body() instanceof Body.OpenRefused body
                && body.reason() == OpenRefusal.DUPLICATE_NAME;
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

    @Test
    void shouldNotPostWithACreditWhoseLeaseHasRunOut() {
        open();
        sender.autoGather = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.lost = message -> true;
        sender.autoWrite = false;
        sender.advance(9_950 * Node.MILLI);
        sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        assertEquals(0, sender.writes.size());
        sender.outbound.clear();
        wire.lost = message -> false;
        wire.inject(receiver, wire.last(Body.Want.class));
        wire.run();
        sender.advance(Node.MILLI);
        assertEquals(0, sender.writes.size(), "an old beat proves nothing new");
    }

    @Test
    void shouldPostAgainOnceTheLeaseIsRenewed() {
        open();
        sender.autoGather = false;
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.now += 9_950 * Node.MILLI;
        sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        assertEquals(0, sender.writes.size());
        sender.step(new Event.Tick());
        wire.run();
        assertEquals(1, sender.writes.size());
        final long notAfter = sender.writes.get(0).notAfterNanos();
        assertTrue(notAfter > sender.now + 9 * Node.SECOND, "renewed lease: " + notAfter);
    }

    @Test
    void shouldEndTheEpochWhenTheReceiverIsSilentForALease() {
        open();
        sender.submit(1, "receiver", 1);
        sender.outbound.clear();
        for (int second = 0; second < 11; second++) {
            sender.advance(Node.SECOND);
        }
        assertEquals(0, sender.resolved.size(), "the record waits for its close time-out");
        sender.advance(6 * Node.SECOND);
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
        assertEquals(false, sender.onlyResolved().quiescent());
    }
}

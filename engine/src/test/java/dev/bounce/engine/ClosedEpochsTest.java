package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import org.junit.jupiter.api.Test;

/// The list of closed epochs is bounded by waiting: while it is full the link opens no other
/// (rule 6).
final class ClosedEpochsTest {
    private static final int MOST = EngineConfig.MAX_CLOSED_EPOCHS;

    private final Node sender = IdleLinkTest.idling(false);
    private final Node receiver = Node.of("receiver");
    private final Wire wire = new Wire(sender, receiver);

    private Snapshot.Outgoing link() {
        return sender.engine.snapshot().outgoing().get(0);
    }

    /// Loses `count` epochs whose CLOSE the receiver answers in vain.
    private void loseEpochs(final int count) {
        wire.lost = Wire.bodies(Body.Closed.class);
        wire.load(sender, receiver);
        wire.run();
        for (int lost = 1; lost <= count; lost++) {
            assertEquals(lost, link().current().epoch());
            breakPlane();
            wire.run();
            wire.advance(20 * Node.MILLI);
        }
    }

    private void breakPlane() {
        final PlaneKey plane =
                new PlaneKey(
                        link().linkId(),
                        link().current().epoch(),
                        sender.config.instance(),
                        PlaneKey.Side.SENDER);
        sender.step(new Event.LinkBroken(plane));
    }

    private void answerOneClose() {
        wire.lost = message -> false;
        wire.inject(receiver, wire.first(Body.Close.class));
        wire.deliver(receiver, sender);
    }

    @Test
    void shouldOpenNoEpochWhileTheListIsFull() {
        loseEpochs(MOST);
        assertEquals(MOST, link().closed().size());
        assertEquals(LinkState.LOST, link().state());
        assertEquals(Long.MAX_VALUE, link().dueNanos(), "it is woken, it does not look");
        wire.advance(3 * Node.SECOND);
        assertEquals(MOST, wire.count(Body.Open.class));
        assertEquals(LinkState.LOST, link().state());
        assertTrue(wire.count(Body.Close.class) >= 4 * MOST, "every CLOSE is repeated");
    }

    @Test
    void shouldOpenAtOnceWhenOneIsAnswered() {
        loseEpochs(MOST);
        answerOneClose();
        assertEquals(LinkState.OPENING, link().state());
        assertEquals(MOST + 1, link().current().epoch());
        assertEquals(MOST - 1, link().closed().size());
    }

    @Test
    void shouldNotOpenBeforeItsBackOffIsOver() {
        loseEpochs(MOST - 1);
        breakPlane();
        wire.run();
        assertEquals(MOST, link().closed().size());
        answerOneClose();
        assertEquals(LinkState.LOST, link().state(), "the back-off goes on");
        wire.advance(20 * Node.MILLI);
        assertEquals(LinkState.READY, link().state());
    }

    @Test
    void shouldWaitForTheFenceOfAnAnsweredEpoch() {
        loseEpochs(MOST - 1);
        sender.autoFence = false;
        breakPlane();
        wire.lost = message -> false;
        wire.run();
        wire.advance(20 * Node.MILLI);
        assertEquals(LinkState.LOST, link().state());
        assertEquals(MOST, link().closed().size());
        sender.fenceAll();
        assertEquals(LinkState.OPENING, link().state());
    }

    @Test
    void shouldRunWhatWaitedOnceThereIsRoom() {
        loseEpochs(MOST);
        sender.submit(1, "receiver", 3);
        assertEquals(0, sender.resolved.size());
        answerOneClose();
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }

    @Test
    void shouldTimeOutWhatWaitsForALinkThatMayNotOpen() {
        loseEpochs(MOST);
        sender.submit(1, "receiver", 3);
        wire.lost = message -> true;
        sender.advance(Node.TIMEOUTS.requestTimeoutNanos() - Node.MILLI);
        assertEquals(0, sender.resolved.size());
        sender.advance(Node.MILLI);
        assertEquals(Outcome.TIMED_OUT, sender.onlyResolved().outcome());
        assertTrue(sender.onlyResolved().quiescent());
        assertEquals(MOST, link().closed().size());
    }

    @Test
    void shouldAnswerTheCallersOfClosedEpochsAtTheirCloseTimeout() {
        loseEpochs(MOST - 1);
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        breakPlane();
        wire.run();
        assertEquals(MOST, link().closed().size());
        wire.lost = message -> true;
        sender.advance(Node.TIMEOUTS.closeTimeoutNanos());
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
        assertEquals(false, sender.onlyResolved().quiescent());
        assertEquals(MOST, link().closed().size(), "the record goes on");
    }

    @Test
    void shouldWakeALinkAtRestOnceThereIsRoom() {
        loseEpochs(MOST - 1);
        wire.advance(IdleLinkTest.IDLE);
        assertEquals(LinkState.LOADED, link().state());
        assertEquals(MOST, link().closed().size());
        sender.submit(1, "receiver", 3);
        assertEquals(LinkState.LOST, link().state());
        answerOneClose();
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }

    @Test
    void shouldCloseTheOldLifeOverTheRouteOfTheNewOne() {
        loseEpochs(MOST);
        final Node reborn = new Node("receiver", 4711, Node.ARENA);
        sender.step(new Event.Load("receiver", 4711, 7));
        assertEquals(LinkState.LOST, link().state());
        sender.outbound.clear();
        sender.advance(Node.SECOND);
        assertTrue(sender.outbound.stream().allMatch(send -> send.route() == 7));
        final Wire next = new Wire(sender, reborn);
        next.run();
        assertEquals(MOST, next.count(Body.StaleInstance.class));
        assertEquals(0, link().closed().size(), "that life is over");
        assertEquals(LinkState.READY, link().state());
        assertEquals(4711, link().current().peerInstance());
    }

    @Test
    void shouldRememberWhatIsUnansweredWhenAPeerIsForgottenAndLoadedAgain() {
        loseEpochs(MOST);
        sender.step(new Event.Forget("receiver"));
        wire.load(sender, receiver);
        assertEquals(LinkState.LOST, link().state());
        assertEquals(MOST, link().closed().size());
        answerOneClose();
        assertEquals(LinkState.OPENING, link().state());
    }
}

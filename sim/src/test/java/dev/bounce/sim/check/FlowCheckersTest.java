package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Status;
import org.junit.jupiter.api.Test;

/// Checkers of requests and flows: each accepts a good history and rejects bad ones.
final class FlowCheckersTest {
    private static final long REGION = 16_384;
    private final History history = new History();
    private final Ledger ledger = history.ledger;

    @Test
    void shouldRejectASecondScatterOfAChunk() {
        final AtMostOnceScatter checker = new AtMostOnceScatter();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        final Effect.Scatter scatter = History.scatter(1, REGION, 5);
        Judged.show(checker, ledger, History.RECEIVER, scatter);
        ledger.scatterStarted(History.RECEIVER, scatter);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, scatter));
    }

    @Test
    void shouldAcceptLandedAfterTheScatterEndedWell() {
        ledger.scatterEnded(History.RECEIVER, history.scattering(5, 1, REGION), true);
        Judged.show(
                new SuccessMeansDelivered(),
                ledger,
                History.RECEIVER,
                History.ack(5, 0, 1, Status.LANDED));
    }

    @Test
    void shouldRejectLandedAfterAFailedScatter() {
        final SuccessMeansDelivered checker = new SuccessMeansDelivered();
        ledger.scatterEnded(History.RECEIVER, history.scattering(5, 1, REGION), false);
        final Effect.Send landed = History.ack(5, 0, 1, Status.LANDED);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, landed));
    }

    @Test
    void shouldRejectLandedWithAnotherGrant() {
        final SuccessMeansDelivered checker = new SuccessMeansDelivered();
        ledger.scatterEnded(History.RECEIVER, history.scattering(5, 1, REGION), true);
        final Effect.Send landed = History.ack(5, 0, 2, Status.LANDED);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, landed));
    }

    @Test
    void shouldRejectSuccessWithAChunkMissing() {
        final SuccessMeansDelivered checker = new SuccessMeansDelivered();
        history.submitted(9);
        history.scattering(5, 1, REGION);
        final Effect.Resolve success = resolve(9, 5, Outcome.SUCCESS, true, true);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, success));
    }

    @Test
    void shouldRejectSuccessThatIsNotDelivered() {
        final SuccessMeansDelivered checker = new SuccessMeansDelivered();
        final Effect.Resolve success = resolve(9, 5, Outcome.SUCCESS, false, true);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, success));
    }

    @Test
    void shouldAcceptAnUnquietResolutionUnderAScatter() {
        history.submitted(9);
        history.scattering(5, 1, REGION);
        Judged.show(
                new QuiescentResolution(),
                ledger,
                History.SENDER,
                resolve(9, 5, Outcome.CANCELLED, false, false));
    }

    @Test
    void shouldRejectAQuiescentResolutionUnderAScatter() {
        final QuiescentResolution checker = new QuiescentResolution();
        history.submitted(9);
        history.scattering(5, 1, REGION);
        final Effect.Resolve quiet = resolve(9, 5, Outcome.CANCELLED, false, true);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, quiet));
    }

    @Test
    void shouldRejectAScatterAfterAQuiescentResolution() {
        final QuiescentResolution checker = new QuiescentResolution();
        ledger.resolved(history.submitted(9), resolve(9, 5, Outcome.CANCELLED, false, true));
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        final Effect.Scatter scatter = History.scatter(1, REGION, 5);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, scatter));
    }

    @Test
    void shouldRejectAResolutionUnderItsGather() {
        final QuiescentResolution checker = new QuiescentResolution();
        history.submitted(9);
        ledger.gatherStarted(History.SENDER, new RunningGather(1, 9, REGION, 2_048));
        final Effect.Resolve early = resolve(9, 5, Outcome.CANCELLED, false, false);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, early));
        ledger.gatherEnded(History.SENDER, 1);
        Judged.show(checker, ledger, History.SENDER, early);
    }

    @Test
    void shouldAcceptThatAFailedAgentAnswersAtOnce() {
        history.submitted(9);
        ledger.gatherStarted(History.SENDER, new RunningGather(1, 9, REGION, 2_048));
        final Effect.Resolve failed = resolve(9, 5, Outcome.AGENT_FAILED, false, false);
        Judged.show(new QuiescentResolution(), ledger, History.SENDER, failed);
    }

    @Test
    void shouldRejectAQuiescentResolutionWhileAPutMayLand() {
        final QuiescentResolution checker = new QuiescentResolution();
        ledger.directMayLand(history.submitted(9), true);
        final Effect.Resolve quiet = resolve(9, 0, Outcome.DIRECT_FAILED, false, true);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, quiet));
    }

    @Test
    void shouldRejectCancelledUnderAScatter() {
        final CancelledImpliesQuiet checker = new CancelledImpliesQuiet();
        final RunningScatter running = history.scattering(5, 1, REGION);
        final Effect.Send cancelled = cancelled(5);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, cancelled));
        Judged.show(checker, ledger, History.RECEIVER, cancelled(6));
        ledger.scatterEnded(History.RECEIVER, running, true);
        Judged.show(checker, ledger, History.RECEIVER, cancelled);
    }

    @Test
    void shouldRejectClosedUnderAScatterOfTheEpoch() {
        final CancelledImpliesQuiet checker = new CancelledImpliesQuiet();
        history.scattering(5, 1, REGION);
        final Effect.Send closed = History.send(MessageType.ACK, 0, new Body.Closed());
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, closed));
    }

    @Test
    void shouldRejectAGrantAfterCancelled() {
        final NoGrantAfterTombstone checker = new NoGrantAfterTombstone();
        history.sent(History.RECEIVER, cancelled(5));
        Judged.show(checker, ledger, History.RECEIVER, History.grant(6, 0, 1, REGION));
        final Effect.Send late = History.grant(5, 0, 2, REGION);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, late));
    }

    @Test
    void shouldRejectMoreRequestsInAnEpochThanMayBe() {
        final MaxFlowsRespected checker = new MaxFlowsRespected();
        final AgentView view = history.sender.view();
        final PlaneKey plane = History.senderPlane();
        for (long waiting = 1; waiting <= 3; waiting++) {
            view.request(waiting, null, 0, false, false);
        }
        view.request(4, plane, 1, true, true);
        view.request(5, plane, 2, false, false);
        checker.onStep(ledger, History.SENDER);
        view.request(6, plane, 3, false, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectAScatterAfterCancelled() {
        final CancelledImpliesQuiet checker = new CancelledImpliesQuiet();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.sent(History.RECEIVER, cancelled(5));
        final Effect.Scatter scatter = History.scatter(1, REGION, 5);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, scatter));
    }

    @Test
    void shouldRejectAScatterAfterClosed() {
        final CancelledImpliesQuiet checker = new CancelledImpliesQuiet();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.sent(History.RECEIVER, History.send(MessageType.ACK, 0, new Body.Closed()));
        final Effect.Scatter scatter = History.scatter(1, REGION, 5);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, scatter));
    }

    @Test
    void shouldRejectASecondResolution() {
        final ResolvedOnce checker = new ResolvedOnce();
        final Effect.Resolve resolve = resolve(9, 5, Outcome.CANCELLED, false, true);
        final TransferRecord transfer = history.submitted(9);
        Judged.show(checker, ledger, History.SENDER, resolve);
        ledger.resolved(transfer, resolve);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, resolve));
    }

    @Test
    void shouldRejectTheResolutionOfARefusedOrUnknownSubmit() {
        final ResolvedOnce checker = new ResolvedOnce();
        ledger.refused(history.submitted(9));
        final Effect.Resolve refused = resolve(9, 5, Outcome.CANCELLED, false, true);
        final Effect.Resolve unknown = resolve(10, 5, Outcome.CANCELLED, false, true);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, refused));
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.SENDER, unknown));
    }

    private static Effect.Resolve resolve(
            final long transferId,
            final long rid,
            final Outcome outcome,
            final boolean delivered,
            final boolean quiescent) {
        return new Effect.Resolve(
                transferId, rid == 0 ? 0 : History.EPOCH, rid, outcome, delivered, quiescent);
    }

    private static Effect.Send cancelled(final long rid) {
        return History.send(MessageType.ACK, rid, new Body.RequestAck(Status.CANCELLED));
    }
}

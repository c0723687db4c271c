package dev.bounce.sim.check;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.RegionState;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Checkers of epochs, time-outs and ranges: each accepts a good history and rejects bad ones.
final class LinkCheckersTest {
    private static final Token OWN = new Token(1, 2);
    private static final Body OPEN = new Body.Open("sender", new Nonce(3, 4), 1, 1);
    private static final long BASE = 1 << 20;

    private final History history = new History();
    private final Ledger ledger = history.ledger;

    @Test
    void shouldRejectATokenThatWasNotIssuedForTheEpoch() {
        final TokenIsOwn checker = new TokenIsOwn();
        history.sent(
                History.RECEIVER, frame(OWN, new Body.Opened(new Nonce(3, 4), OWN, 1, null, null)));
        Judged.show(checker, ledger, History.SENDER, frame(OWN, new Body.KeepAlive()));
        Judged.show(checker, ledger, History.SENDER, frame(Token.NONE, OPEN));
        Judged.violates(
                checker,
                () ->
                        Judged.show(
                                checker,
                                ledger,
                                History.SENDER,
                                frame(new Token(1, 3), new Body.KeepAlive())));
    }

    @Test
    void shouldRejectAnEndBecauseOfAnOpenOfAnotherLife() {
        final EpochEndsForCause checker = new EpochEndsForCause();
        Judged.show(checker, ledger, History.RECEIVER, History.grant(5, 0, 1, 16_384));
        checker.onEvent(ledger, History.RECEIVER, 0, received(99, OPEN));
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, fence()));
    }

    @Test
    void shouldAcceptAnEndThatItsLifeOrATokenAskedFor() {
        final EpochEndsForCause checker = new EpochEndsForCause();
        checker.onEvent(ledger, History.RECEIVER, 0, received(99, OPEN));
        Judged.show(checker, ledger, History.RECEIVER, fence());
        Judged.show(checker, ledger, History.RECEIVER, History.grant(5, 0, 1, 16_384));
        checker.onEvent(ledger, History.RECEIVER, 0, received(History.SENDER_INSTANCE, OPEN));
        Judged.show(checker, ledger, History.RECEIVER, fence());
        checker.onEvent(ledger, History.RECEIVER, 0, received(99, new Body.KeepAlive()));
        Judged.show(checker, ledger, History.RECEIVER, fence());
    }

    @Test
    void shouldRejectARequestThatOutlastsItsTimeout() {
        final TimeoutKept checker = new TimeoutKept();
        openUntil(checker, 10, new Event.Tick());
        openUntil(checker, 10 + History.TIMEOUT, new Event.Tick());
        openUntil(checker, 20 + History.TIMEOUT, new Event.Shutdown());
        final long late = 20 + History.TIMEOUT;
        Judged.violates(checker, () -> openUntil(checker, late, new Event.Tick()));
    }

    @Test
    void shouldCountATimeoutFromTheLastProgress() {
        final TimeoutKept checker = new TimeoutKept();
        openUntil(checker, 10, new Event.Tick());
        openUntil(checker, 20, new Event.GatherEnded(1, CopyOutcome.DONE));
        openUntil(checker, 20 + History.TIMEOUT, new Event.Tick());
    }

    private void openUntil(final TimeoutKept checker, final long nanos, final Event event) {
        history.sender.view().clear();
        history.sender.view().request(1, History.senderPlane(), 1, false, false);
        checker.onEvent(ledger, History.SENDER, nanos, event);
        checker.onStep(ledger, History.SENDER);
    }

    @Test
    void shouldRejectAScatterIntoMemoryThatWasTakenBack() {
        final WithdrawnIsLeft checker = new WithdrawnIsLeft();
        checker.onEvent(ledger, History.RECEIVER, 0, new Event.MemoryRegistered(BASE, 4_096));
        Judged.show(checker, ledger, History.RECEIVER, scatterTo(BASE));
        checker.onEvent(ledger, History.RECEIVER, 0, new Event.MemoryDeregistered(BASE));
        Judged.show(checker, ledger, History.RECEIVER, scatterTo(BASE + 4_096));
        Judged.violates(
                checker, () -> Judged.show(checker, ledger, History.RECEIVER, scatterTo(BASE + 8)));
    }

    @Test
    void shouldAcceptAScatterIntoMemoryThatIsRegisteredAgain() {
        final WithdrawnIsLeft checker = new WithdrawnIsLeft();
        checker.onEvent(ledger, History.RECEIVER, 0, new Event.MemoryRegistered(BASE, 4_096));
        checker.onEvent(ledger, History.RECEIVER, 0, new Event.MemoryDeregistered(BASE));
        checker.onEvent(ledger, History.RECEIVER, 0, new Event.MemoryRegistered(BASE, 4_096));
        Judged.show(checker, ledger, History.RECEIVER, scatterTo(BASE));
    }

    @Test
    void shouldRejectQuarantineAfterACleanClose() {
        final CleanLifts checker = new CleanLifts();
        showQuarantine();
        close(checker, false);
        checker.onStep(ledger, History.RECEIVER);
        close(checker, true);
        Judged.show(checker, ledger, History.RECEIVER, frame(OWN, new Body.Closed()));
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectQuarantineAfterACleanCloseThatAScatterKeepsUnanswered() {
        final CleanLifts checker = new CleanLifts();
        showQuarantine();
        close(checker, true);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldAcceptQuarantineOfAnAgentThatHasFailed() {
        final CleanLifts checker = new CleanLifts();
        showQuarantine();
        history.receiver.view().agent(true);
        close(checker, true);
        checker.onStep(ledger, History.RECEIVER);
    }

    private void showQuarantine() {
        history.sent(
                History.RECEIVER,
                frame(OWN, new Body.Opened(new Nonce(3, 4), Token.NONE, 1, null, null)));
        history.shows(16_384, RegionState.QUARANTINED, 5, 1);
    }

    private void close(final CleanLifts checker, final boolean clean) {
        checker.onEvent(
                ledger,
                History.RECEIVER,
                0,
                received(History.SENDER_INSTANCE, new Body.Close(clean)));
    }

    @Test
    void shouldRejectAnOpenBesideAFullListOfClosedEpochs() {
        final ClosedEpochsAreBounded checker = new ClosedEpochsAreBounded();
        for (int epoch = 1; epoch < EngineConfig.MAX_CLOSED_EPOCHS; epoch++) {
            show(checker, OWN, epoch, new Body.Close(epoch % 2 == 0));
            show(checker, OWN, epoch, new Body.Close(epoch % 2 == 0));
        }
        final int last = EngineConfig.MAX_CLOSED_EPOCHS;
        show(checker, Token.NONE, last, OPEN);
        show(checker, OWN, last, new Body.Close(true));
        Judged.violates(checker, () -> show(checker, Token.NONE, last + 1, OPEN));
    }

    @Test
    void shouldAcceptAnOpenOnceAClosedEpochIsAnswered() {
        final ClosedEpochsAreBounded checker = new ClosedEpochsAreBounded();
        for (int epoch = 1; epoch <= EngineConfig.MAX_CLOSED_EPOCHS; epoch++) {
            show(checker, OWN, epoch, new Body.Close(true));
        }
        final int last = EngineConfig.MAX_CLOSED_EPOCHS;
        hear(checker, new Token(1, 3), 1, new Body.Closed());
        Judged.violates(checker, () -> show(checker, Token.NONE, last + 1, OPEN));
        hear(checker, OWN, 1, new Body.Closed());
        show(checker, Token.NONE, last + 1, OPEN);
        show(checker, OWN, last + 1, new Body.Close(true));
        hear(checker, OWN, 2, new Body.StaleInstance(7));
        show(checker, Token.NONE, last + 2, OPEN);
    }

    private void show(final Checker checker, final Token token, final long epoch, final Body body) {
        final Message message = message(token, History.SENDER_INSTANCE, epoch, body);
        Judged.show(
                checker, ledger, History.SENDER, new Effect.Send(1, new Frame(List.of(message))));
    }

    private void hear(final Checker checker, final Token token, final long epoch, final Body body) {
        final Message message = message(token, History.SENDER_INSTANCE, epoch, body);
        checker.onEvent(
                ledger, History.SENDER, 0, new Event.Received(1, new Frame(List.of(message))));
    }

    private static Effect.Scatter scatterTo(final long address) {
        final ScatterRuns runs =
                new ScatterRuns(
                        new long[] {32},
                        new long[] {address},
                        new long[1],
                        new long[1],
                        new long[] {64},
                        new int[] {1});
        return new Effect.Scatter(1, 16_384, 2_048, runs, new SealKey(1, 2, 3, 4, 0));
    }

    private static Effect.Fence fence() {
        return new Effect.Fence(History.receiverPlane(), "sender", 0);
    }

    private static Effect.Send frame(final Token token, final Body body) {
        return new Effect.Send(1, new Frame(List.of(message(token, 101, body))));
    }

    private static Event.Received received(final long instance, final Body body) {
        return new Event.Received(1, new Frame(List.of(message(Token.NONE, instance, body))));
    }

    private static Message message(final Token token, final long instance, final Body body) {
        return message(token, instance, History.EPOCH, body);
    }

    private static Message message(
            final Token token, final long instance, final long epoch, final Body body) {
        final Header header =
                new Header(
                        MessageType.WANT,
                        Header.VERSION,
                        token,
                        History.LINK,
                        instance,
                        History.RECEIVER_INSTANCE,
                        epoch,
                        0,
                        0,
                        0);
        return new Message(header, body);
    }
}

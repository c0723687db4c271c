package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How requests that do not succeed end (rules 6 to 8 and 14).
final class ClosingTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    @Test
    void shouldResolveAtOnceWhenTheWantNeverLeft() {
        final Node lonely = Node.of("lonely");
        lonely.step(new Event.Load("nobody", 5, 1));
        lonely.submit(1, "nobody", 4);
        lonely.step(new Event.Cancel(1));
        final Effect.Resolve resolve = lonely.onlyResolved();
        assertEquals(Outcome.CANCELLED, resolve.outcome());
        assertTrue(resolve.quiescent());
        assertFalse(resolve.delivered());
    }

    @Test
    void shouldTimeOutWhenTheLinkNeverOpens() {
        final Node lonely = Node.of("lonely");
        lonely.step(new Event.Load("nobody", 5, 1));
        lonely.submit(1, "nobody", 4);
        lonely.advance(29 * Node.SECOND);
        assertEquals(0, lonely.resolved.size());
        lonely.advance(2 * Node.SECOND);
        assertEquals(Outcome.TIMED_OUT, lonely.onlyResolved().outcome());
        assertTrue(lonely.onlyResolved().quiescent());
    }

    @Test
    void shouldTimeOutWithoutProgress() {
        wire.lost = Wire.bodies(Body.Grant.class);
        sender.submit(1, "receiver", 4);
        wire.advance(29 * Node.SECOND);
        assertEquals(0, sender.resolved.size());
        wire.advance(2 * Node.SECOND);
        assertEquals(Outcome.TIMED_OUT, sender.onlyResolved().outcome());
        assertTrue(sender.onlyResolved().quiescent());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldRepeatCancelUntilItIsAnswered() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        wire.lost = Wire.bodies(Body.Cancel.class);
        sender.step(new Event.Cancel(1));
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        wire.advance(200 * Node.MILLI);
        assertEquals(0, sender.resolved.size());
        wire.lost = message -> false;
        wire.advance(2 * Node.SECOND);
        assertEquals(Outcome.CANCELLED, sender.onlyResolved().outcome());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldAnswerTheCallerAtTheCloseTimeoutAndGoOnCancelling() {
        sender.submit(1, "receiver", 4);
        wire.lost = message -> true;
        wire.run();
        sender.step(new Event.Cancel(1));
        for (int second = 0; second < 6; second++) {
            sender.advance(Node.SECOND);
        }
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.CANCELLED, resolve.outcome());
        assertFalse(resolve.quiescent());
        assertEquals(1, Census.of(sender.engine).requests);
        wire.lost = message -> false;
        wire.advance(2 * Node.SECOND);
        assertEquals(0, Census.of(sender.engine).requests);
        assertEquals(1, sender.resolved.size());
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
    }

    @Test
    void shouldNotResolveWhileAGatherReadsTheSource() {
        sender.autoGather = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.step(new Event.Cancel(1));
        wire.run();
        assertEquals(1, wire.count(Body.Cancel.class), "CANCEL does not wait for gathers");
        assertEquals(0, sender.resolved.size());
        sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        assertEquals(Outcome.CANCELLED, sender.onlyResolved().outcome());
        assertEquals(0, sender.regions());
    }

    @Test
    void shouldFailWhenAGatherFails() {
        sender.autoGather = false;
        sender.submit(1, "receiver", 3);
        wire.run();
        sender.endGather(sender.gathers.get(0), CopyOutcome.FAILED);
        while (!sender.gathers.isEmpty()) {
            sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        }
        wire.run();
        assertEquals(Outcome.GATHER_FAILED, sender.onlyResolved().outcome());
        assertTrue(sender.onlyResolved().quiescent());
        assertEquals(0, sender.regions());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldSendNoDataForAWriteThatLandsWhileClosing() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        sender.step(new Event.Cancel(1));
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        wire.run();
        assertEquals(0, wire.count(Body.Data.class));
        assertFalse(sender.onlyResolved().delivered());
    }

    @Test
    void shouldFailAtOnceWhenAScatterFails() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.FAILED);
        wire.run();
        assertEquals(0, sender.resolved.size(), "the other chunk is still being scattered");
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.SCATTER_FAILED, resolve.outcome());
        assertTrue(resolve.quiescent());
        assertEquals(0, receiver.delivered.size());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldReportABrokenSealAsAFailedScatter() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.SEAL_BROKEN);
        wire.run();
        assertEquals(Outcome.SCATTER_FAILED, sender.onlyResolved().outcome());
    }

    @Test
    void shouldAnswerCancelledOnlyWhenTheLastScatterHasEnded() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.step(new Event.Cancel(1));
        wire.run();
        assertEquals(1, receiver.regions(RegionState.ORPHAN));
        assertEquals(0, wire.count(Body.RequestAck.class));
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.CANCELLED, resolve.outcome());
        assertTrue(resolve.delivered(), "every chunk had landed");
        assertTrue(resolve.quiescent());
    }

    @Test
    void shouldAnswerGrantOfAFinishedRequestWithCancel() {
        sender.submit(1, "receiver", 1);
        wire.run();
        assertEquals(1, sender.resolved.size());
        wire.inject(sender, wire.first(Body.Grant.class));
        final Message answer = sender.outbound.get(0).frame().messages().get(0);
        assertTrue(answer.body() instanceof Body.Cancel);
        wire.run();
        assertEquals(1, sender.resolved.size());
    }

    @Test
    void shouldNotAnswerAGrantWithCancelWhileAWriteRuns() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.step(new Event.Cancel(1));
        wire.inject(sender, wire.last(Body.Grant.class));
        wire.run();
        assertEquals(0, wire.count(Body.Cancel.class));
        assertEquals(1, receiver.regions(RegionState.GRANTED));
    }

    @Test
    void shouldIgnoreAGrantOfADeadEpoch() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        final Message grant = wire.last(Body.Grant.class);
        receiver.step(new Event.Forget("sender"));
        wire.advance(2 * Node.SECOND);
        sender.ignored.clear();
        wire.inject(sender, grant);
        assertEquals(List.of(IgnoreReason.OTHER_EPOCH), sender.ignored);
    }

    @Test
    void shouldIgnoreAcksThatDoNotMatchTheGrant() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        final Message grant = wire.last(Body.Grant.class);
        final long grantId = ((Body.Grant) grant.body()).credits().get(0).grantId();
        wire.inject(sender, ack(grant, 0, grantId + 1, Status.LANDED));
        assertEquals(IgnoreReason.UNMATCHED_ACK, sender.ignored.getLast());
        wire.inject(sender, ack(grant, 0, grantId, Status.LANDED));
        assertEquals(IgnoreReason.UNMATCHED_ACK, sender.ignored.getLast(), "before its DATA");
        wire.inject(sender, ack(grant, 7, grantId, Status.LANDED));
        assertEquals(IgnoreReason.UNMATCHED_ACK, sender.ignored.getLast());
        wire.inject(sender, ack(grant, 0, grantId, Status.UNRECOGNIZED));
        assertEquals(IgnoreReason.UNKNOWN_STATUS, sender.ignored.getLast());
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }

    private static Message ack(
            final Message grant, final int chunk, final long grantId, final Status status) {
        final Header header = grant.header();
        return new Message(
                new Header(
                        MessageType.ACK,
                        header.version(),
                        header.token(),
                        header.linkId(),
                        header.senderInstance(),
                        header.receiverInstance(),
                        header.epoch(),
                        header.rid(),
                        header.progress(),
                        header.beat()),
                new Body.ChunkAcks(List.of(new ChunkAck(chunk, grantId, status))));
    }

    @Test
    void shouldIgnoreCancelOfATransferThatIsOver() {
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.step(new Event.Cancel(1));
        assertEquals(IgnoreReason.ALREADY_RESOLVED, sender.ignored.getLast());
        sender.step(new Event.Cancel(99));
        assertEquals(IgnoreReason.ALREADY_RESOLVED, sender.ignored.getLast());
    }

    @Test
    void shouldFailRequestsThatReadARangeThatIsGivenBack() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        sender.step(new Event.MemoryDeregistered(Node.SOURCE));
        while (!sender.writes.isEmpty()) {
            sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        }
        wire.run();
        assertEquals(Outcome.SOURCE_DEREGISTERED, sender.onlyResolved().outcome());
        assertEquals(Node.SOURCE, sender.deregistered.get(0).base());
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a receiver makes of late, duplicate, early and hostile messages (rules 10 to 15).
final class ReceiverTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    private List<Message> answers() {
        final List<Message> answers =
                receiver.outbound.stream()
                        .flatMap(send -> send.frame().messages().stream())
                        .toList();
        receiver.outbound.clear();
        return answers;
    }

    private Body onlyAnswer() {
        final List<Message> answers = answers();
        assertEquals(1, answers.size(), () -> "answers " + answers);
        return answers.get(0).body();
    }

    private static Status onlyStatus(final Body body) {
        final List<ChunkAck> acks = ((Body.ChunkAcks) body).acks();
        assertEquals(1, acks.size());
        return acks.get(0).status();
    }

    @Test
    void shouldAnswerAWantThatCannotBeGrantedYetWithAnEmptyGrant() {
        receiver.autoScatter = false;
        for (int request = 1; request <= 4; request++) {
            sender.submit(request, "receiver", 2);
        }
        wire.run();
        final long empty =
                wire.seen.stream()
                        .filter(
                                message ->
                                        message.body() instanceof Body.Grant grant
                                                && grant.credits().isEmpty())
                        .count();
        assertEquals(1, empty);
    }

    @Test
    void shouldRepeatTheSameCreditsForARepeatedWant() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        final Body.Grant first = (Body.Grant) wire.first(Body.Grant.class).body();
        wire.inject(receiver, wire.first(Body.Want.class));
        assertEquals(first, onlyAnswer());
        assertEquals(2, receiver.regions(RegionState.GRANTED));
    }

    @Test
    void shouldNotReopenAFinishedFlowForAStaleWant() {
        sender.submit(1, "receiver", 2);
        sender.submit(2, "receiver", 2);
        wire.run();
        wire.inject(receiver, wire.first(Body.Want.class));
        assertEquals(0, receiver.regions());
        assertEquals(0, Census.of(receiver.engine).flows);
    }

    @Test
    void shouldForgetWhatIsBelowTheOldestOpenRid() {
        for (int request = 1; request <= 200; request++) {
            sender.submit(request, "receiver", 1);
            wire.run();
        }
        sender.advance(2 * Node.SECOND);
        wire.run();
        assertEquals(0, receiver.engine.snapshot().incoming().get(0).current().flows().size());
        receiver.ignored.clear();
        wire.inject(receiver, wire.first(Body.Want.class));
        assertEquals(List.of(IgnoreReason.FINISHED_RID), receiver.ignored);
    }

    @Test
    void shouldLeaveATombstoneForACancelThatOvertakesItsWant() {
        sender.submit(1, "receiver", 1);
        final Message want = sender.outbound.get(0).frame().messages().get(0);
        sender.outbound.clear();
        sender.step(new Event.Cancel(1));
        wire.run();
        assertEquals(Outcome.CANCELLED, sender.onlyResolved().outcome());
        sender.outbound.clear();
        wire.inject(receiver, want);
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldIgnoreDuplicateDataWhileItIsScattered() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        receiver.ignored.clear();
        wire.inject(receiver, wire.first(Body.Data.class));
        assertEquals(List.of(IgnoreReason.DUPLICATE_DATA), receiver.ignored);
        assertEquals(1, receiver.scatters.size());
    }

    @Test
    void shouldAnswerDuplicateDataAfterLandingWithLanded() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        wire.run();
        wire.inject(receiver, wire.first(Body.Data.class));
        assertEquals(Status.LANDED, onlyStatus(answers().get(0).body()));
        assertEquals(0, receiver.scatters.size());
    }

    @Test
    void shouldAnswerDataForAnotherGrantWithUnknownFlow() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.autoWrite = true;
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        final Message data = sender.outbound.get(0).frame().messages().get(0);
        sender.outbound.clear();
        final Body.Data body = (Body.Data) data.body();
        wire.inject(
                receiver,
                Wire.with(
                        data,
                        new Body.Data(
                                body.chunk(), body.grantId() + 1, body.region(), body.runs())));
        assertEquals(Status.UNKNOWN_FLOW, onlyStatus(onlyAnswer()));
        assertEquals(1, receiver.regions(RegionState.GRANTED));
    }

    @Test
    void shouldAnswerDataForAnUnknownRidWithUnknownFlow() {
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.inject(receiver, Wire.ofRid(wire.first(Body.Data.class), 50));
        assertEquals(Status.UNKNOWN_FLOW, onlyStatus(onlyAnswer()));
    }

    @Test
    void shouldRefuseAChunkThatIsLargerThanItsCap() {
        sender.submit(1, "receiver", 1);
        final Message want = sender.outbound.get(0).frame().messages().get(0);
        wire.inject(
                receiver,
                Wire.with(
                        Wire.ofRid(want, 2),
                        new Body.Want(Tag.EMPTY, new long[] {Node.CHUNK_BYTES + 1})));
        assertEquals(new Body.RequestAck(Status.REJECTED_NO_CAPACITY), onlyAnswer());
    }

    @Test
    void shouldIgnoreWantsFarAheadOfTheOldestOpenOne() {
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.inject(receiver, Wire.ofRid(wire.first(Body.Want.class), 1_000_000));
        assertEquals(IgnoreReason.TOO_MANY_FLOWS, receiver.ignored.getLast());
    }

    @Test
    void shouldQueueScattersBeyondTheSlotsAndFreeThemOnCancel() {
        receiver.autoScatter = false;
        for (int request = 1; request <= 3; request++) {
            sender.submit(request, "receiver", 2);
        }
        wire.run();
        assertEquals(4, receiver.regions(RegionState.SCATTERING));
        assertEquals(2, receiver.regions(RegionState.QUEUED));
        sender.step(new Event.Cancel(3));
        wire.run();
        assertEquals(0, receiver.regions(RegionState.QUEUED));
        assertEquals(Outcome.CANCELLED, sender.onlyResolved().outcome());
        while (!receiver.scatters.isEmpty()) {
            receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        }
        wire.run();
        assertEquals(3, sender.resolved.size());
    }

    @Test
    void shouldGrantNothingInALargerEpochWhileAnOrphanIsLeft() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        receiver.step(new Event.Forget("sender"));
        assertEquals(1, receiver.regions(RegionState.ORPHAN));
        sender.submit(2, "receiver", 1);
        wire.run();
        wire.advance(Node.SECOND);
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
        sender.submit(3, "receiver", 1);
        wire.run();
        assertEquals(0, receiver.regions(RegionState.GRANTED));
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        wire.run();
        assertTrue(receiver.scatters.size() >= 1, "the retry is scattered after its past");
    }

    @Test
    void shouldAnswerCloseOnlyWhenTheLastScatterHasEnded() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.step(new Event.Forget("receiver"));
        wire.run();
        assertEquals(0, wire.count(Body.Closed.class));
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        wire.advance(2 * Node.SECOND);
        assertTrue(wire.count(Body.Closed.class) > 0);
        assertTrue(sender.onlyResolved().quiescent());
    }

    @Test
    void shouldAnswerFramesOfADeadEpochWithStaleEpochWithoutAnEcho() {
        sender.submit(1, "receiver", 1);
        wire.run();
        receiver.step(new Event.Forget("sender"));
        wire.inject(receiver, wire.last(Body.Want.class));
        final Message answer = answers().getLast();
        assertEquals(1, ((Body.StaleEpoch) answer.body()).highest());
        final Header header = answer.header();
        assertEquals(0, header.beatEcho());
    }

    @Test
    void shouldLiftTheQuarantineOfARegionWhoseDataComesLate() {
        sender.autoWrite = false;
        receiver.autoFence = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        receiver.step(new Event.Forget("sender"));
        assertEquals(2, receiver.regions(RegionState.QUARANTINED));
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        final Message data = sender.outbound.get(0).frame().messages().get(0);
        final Body.Data body = (Body.Data) data.body();
        wire.inject(
                receiver,
                Wire.with(
                        data, new Body.Data(0, body.grantId() + 100, body.region(), body.runs())));
        assertEquals(2, receiver.regions(RegionState.QUARANTINED), "another grantId lifts nothing");
        wire.inject(receiver, data);
        assertEquals(1, receiver.regions(RegionState.QUARANTINED));
        receiver.fenceAll();
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldSendAckAndTheNextGrantInOneFrame() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        assertEquals(1, receiver.outbound.size());
        final List<Message> messages = receiver.outbound.get(0).frame().messages();
        assertTrue(messages.get(0).body() instanceof Body.ChunkAcks);
        assertTrue(messages.get(1).body() instanceof Body.Grant);
    }

    @Test
    void shouldIgnoreReportsAboutUnknownWork() {
        receiver.ignored.clear();
        receiver.step(new Event.ScatterEnded(77, CopyOutcome.DONE));
        receiver.step(new Event.GatherEnded(77, CopyOutcome.DONE));
        receiver.step(new Event.WriteEnded(77, WriteOutcome.LANDED));
        receiver.step(new Event.DirectEnded(77, WriteOutcome.LANDED));
        receiver.step(
                new Event.Fenced(
                        new PlaneKey(1, 2, 3, PlaneKey.Side.RECEIVER), FenceStrength.PROVEN));
        receiver.step(new Event.LinkBroken(new PlaneKey(1, 2, 3, PlaneKey.Side.SENDER)));
        assertEquals(6, receiver.ignored.size());
        assertTrue(receiver.ignored.stream().allMatch(reason -> reason == IgnoreReason.UNKNOWN_ID));
    }
}

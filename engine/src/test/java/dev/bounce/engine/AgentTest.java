package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Tag;
import org.junit.jupiter.api.Test;

/// Memory that comes and goes, the direct path, failure, shutdown and the flight recorder.
final class AgentTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    private void submitDirect(final long transferId) {
        sender.step(
                new Event.Submit(
                        transferId,
                        "receiver",
                        new Transfer.Direct(Node.pairs(1, 2), Ineligibility.TOO_FEW_DESCRIPTORS),
                        Tag.EMPTY));
    }

    @Test
    void shouldRefuseOverlappingMemoryAndUnknownBases() {
        sender.step(new Event.MemoryRegistered(Node.SOURCE + 5, 10));
        assertEquals(Refusal.MEMORY_OVERLAPS, sender.refused.getLast().reason());
        sender.step(new Event.MemoryDeregistered(12_345));
        assertEquals(Refusal.UNKNOWN_MEMORY, sender.refused.getLast().reason());
    }

    @Test
    void shouldGiveARangeBackOnlyWhenTheLastScatterIntoItHasEnded() {
        receiver.autoScatter = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        receiver.step(new Event.MemoryDeregistered(Node.DESTINATION));
        assertEquals(0, receiver.deregistered.size());
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        assertEquals(Node.DESTINATION, receiver.deregistered.get(0).base());
        sender.submit(2, "receiver", 1);
        wire.run();
        assertEquals(Outcome.REJECTED, sender.resolved.getLast().outcome());
    }

    @Test
    void shouldRejectQueuedChunksOfARangeThatIsGivenBack() {
        receiver.autoScatter = false;
        for (int request = 1; request <= 3; request++) {
            sender.submit(request, "receiver", 2);
        }
        wire.run();
        assertEquals(2, receiver.regions(RegionState.QUEUED));
        receiver.step(new Event.MemoryDeregistered(Node.DESTINATION));
        assertEquals(0, receiver.regions(RegionState.QUEUED));
        wire.run();
        assertEquals(Outcome.REJECTED, sender.onlyResolved().outcome());
    }

    @Test
    void shouldResolveADirectTransferByTheWorstOfItsPuts() {
        submitDirect(1);
        submitDirect(2);
        submitDirect(3);
        assertEquals(3, sender.puts.size());
        sender.step(new Event.DirectEnded(1, WriteOutcome.LANDED));
        sender.step(new Event.DirectEnded(2, WriteOutcome.NEVER));
        sender.step(new Event.DirectEnded(3, WriteOutcome.DIRTY));
        assertEquals(
                new Effect.Resolve(1, 0, 0, Outcome.SUCCESS, true, true), sender.resolved.get(0));
        assertEquals(
                new Effect.Resolve(2, 0, 0, Outcome.DIRECT_FAILED, false, true),
                sender.resolved.get(1));
        assertEquals(
                new Effect.Resolve(3, 0, 0, Outcome.DIRECT_FAILED, false, false),
                sender.resolved.get(2));
    }

    @Test
    void shouldAnswerTheCallerOfAHungDirectTransfer() {
        submitDirect(1);
        sender.step(new Event.Cancel(1));
        sender.advance(6 * Node.SECOND);
        assertEquals(Outcome.CANCELLED, sender.onlyResolved().outcome());
        assertFalse(sender.onlyResolved().quiescent());
        sender.step(new Event.DirectEnded(1, WriteOutcome.LANDED));
        assertEquals(1, sender.resolved.size());
    }

    @Test
    void shouldKeepTheSourcesOfPutsThatOutliveTheirTransfer() {
        submitDirect(1);
        sender.advance(31 * Node.SECOND);
        assertEquals(Outcome.TIMED_OUT, sender.onlyResolved().outcome());
        assertFalse(sender.onlyResolved().quiescent());
        sender.step(new Event.MemoryDeregistered(Node.SOURCE));
        assertTrue(sender.deregistered.isEmpty());
        sender.step(new Event.DirectEnded(1, WriteOutcome.DIRTY));
        assertEquals(Node.SOURCE, sender.deregistered.getFirst().base());
        assertEquals(1, sender.resolved.size());
    }

    @Test
    void shouldRememberPutsThatOutliveTheirLink() {
        submitDirect(1);
        sender.step(new Event.Forget("receiver"));
        wire.run();
        final Snapshot snapshot = sender.engine.snapshot();
        assertEquals(0, snapshot.outgoing().size());
        assertEquals(1, snapshot.direct().size());
        assertEquals(snapshot, Engine.restore(sender.config, snapshot).snapshot());
    }

    @Test
    void shouldRefuseTransfersToPeersThatAreNotLoaded() {
        sender.submit(1, "stranger", 1);
        assertEquals(new Effect.Refused(1, Refusal.UNKNOWN_PEER), sender.refused.getLast());
    }

    @Test
    void shouldFailTheAgentWhenACopyDoesNotEnd() {
        sender.autoGather = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.advance(11 * Node.SECOND);
        assertEquals(Outcome.AGENT_FAILED, sender.onlyResolved().outcome());
        assertFalse(sender.onlyResolved().quiescent());
    }

    @Test
    void shouldNotOpenALinkAfterTheDeviceHasFailed() {
        final Node failing = Node.of("failing");
        final Wire line = new Wire(failing, receiver);
        line.load(failing, receiver);
        assertFalse(failing.engine.isFailed());
        failing.step(new Event.DeviceFailed("test"));
        line.run();
        line.advance(Node.SECOND);
        assertTrue(failing.engine.isFailed());
        assertEquals(LinkState.LOST, failing.engine.link("receiver").state());
        assertEquals(0, failing.planes.size());
    }

    @Test
    void shouldStopAtTheCloseTimeoutWhenAPeerNeverAnswers() {
        sender.submit(1, "receiver", 1);
        wire.lost = message -> true;
        sender.step(new Event.Shutdown());
        assertEquals(0, sender.stopped);
        for (int second = 0; second < 6; second++) {
            sender.advance(Node.SECOND);
        }
        assertEquals(1, sender.stopped);
        assertEquals(1, sender.resolved.size());
        sender.submit(2, "receiver", 1);
        assertEquals(Refusal.SHUT_DOWN, sender.refused.getLast().reason());
    }

    @Test
    void shouldRefuseTimeThatRunsBackwards() {
        assertThrows(
                InvariantViolation.class,
                () -> sender.engine.step(1, new Event.Tick(), new Effects()));
    }

    @Test
    void shouldReplayARecordingToTheSameState() {
        final FlightRecorder recorder = new FlightRecorder(sender.config, 7, 1 << 20);
        sender.recorder = recorder;
        sender.submit(1, "receiver", 20);
        wire.run();
        wire.advance(3 * Node.SECOND);
        assertEquals(sender.engine.snapshot(), recorder.recording().replay().snapshot());
    }

    @Test
    void shouldForgetTheOldestEventsOfARecordingBeyondItsBudget() {
        final FlightRecorder recorder = new FlightRecorder(sender.config, 4, 2_000);
        sender.recorder = recorder;
        for (int request = 1; request <= 30; request++) {
            sender.submit(request, "receiver", 2);
            wire.run();
        }
        assertNotNull(recorder.recording());
        assertTrue(recorder.recording().steps().size() < 60);
        assertEquals(sender.engine.snapshot(), recorder.recording().replay().snapshot());
    }
}

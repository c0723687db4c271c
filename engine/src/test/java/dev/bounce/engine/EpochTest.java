package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import org.junit.jupiter.api.Test;

/// How epochs end at either side, and what that does to requests, regions and the next epoch.
final class EpochTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    @Test
    void shouldBeReadyOnceBothPlanesAreOpen() {
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
        assertEquals(LinkState.READY, receiver.engine.link("sender").state());
    }

    @Test
    void shouldStayReadyThroughALongSilence() {
        wire.advance(60 * Node.SECOND);
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
        assertEquals(1, wire.count(Body.Opened.class) / 2);
    }

    @Test
    void shouldQuarantineGrantedRegionsUntilTheFenceWhenTheLeaseEnds() {
        sender.autoWrite = false;
        receiver.autoFence = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        assertEquals(2, receiver.regions(RegionState.GRANTED));
        receiver.advance(11 * Node.SECOND);
        assertEquals(2, receiver.regions(RegionState.QUARANTINED));
        receiver.fenceAll();
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldLiftTheQuarantineWhenTheSenderClosesClean() {
        sender.autoWrite = false;
        receiver.autoFence = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        receiver.advance(11 * Node.SECOND);
        sender.step(new Event.Forget("receiver"));
        wire.run();
        assertEquals(2, receiver.regions(RegionState.QUARANTINED), "CLOSE waits for the writes");
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        wire.run();
        assertEquals(0, receiver.regions());
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.PEER_FORGOTTEN, resolve.outcome());
        assertTrue(resolve.quiescent());
        assertEquals(0, sender.regions());
    }

    @Test
    void shouldEndTheEpochAndOpenALargerOneWhenAWriteIsDirty() {
        sender.autoWrite = false;
        sender.autoFence = false;
        receiver.autoFence = false;
        sender.submit(1, "receiver", 2);
        wire.run();
        sender.endWrite(sender.writes.get(0), WriteOutcome.DIRTY);
        wire.run();
        assertEquals(0, wire.count(Body.Close.class), "another write still runs");
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        wire.run();
        assertEquals(1, wire.count(Body.Close.class));
        assertEquals(2, receiver.regions(RegionState.QUARANTINED));
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.LINK_LOST, resolve.outcome());
        assertTrue(resolve.quiescent());
        assertFalse(resolve.delivered());
        assertEquals(1, sender.regions(RegionState.STAGING_ORPHAN));
        sender.fence(sender.fences.get(0));
        assertEquals(0, sender.regions());
        wire.advance(Node.SECOND);
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
        assertEquals(2, receiver.regions(RegionState.QUARANTINED));
    }

    @Test
    void shouldTreatAWriteWithoutOutcomeAsDirtyAfterTheWriteTimeout() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.advance(6 * Node.SECOND);
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
    }

    @Test
    void shouldCancelOnlyAfterTheLastWriteHasEnded() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        sender.step(new Event.Cancel(1));
        wire.run();
        assertEquals(0, wire.count(Body.Cancel.class));
        assertEquals(2, receiver.regions(RegionState.GRANTED));
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.CANCELLED, resolve.outcome());
        assertTrue(resolve.quiescent());
        assertEquals(0, receiver.regions());
        assertEquals(0, sender.regions());
    }

    @Test
    void shouldFailTheRequestsOfAPeerThatRestarted() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        final Node reborn = new Node("receiver", 999, Node.ARENA);
        final Wire next = new Wire(sender, reborn);
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        next.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.PEER_RESTARTED, resolve.outcome());
        assertTrue(resolve.quiescent());
        sender.submit(2, "receiver", 1);
        assertEquals(Refusal.PEER_RESTARTED, sender.refused.get(0).reason());
        next.load(sender, reborn);
        next.advance(Node.SECOND);
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
    }

    @Test
    void shouldTakeALargerEpochWhenItStartsAgainUnderTheSameName() {
        final Node reborn = new Node("sender", 777, Node.ARENA);
        final Wire next = new Wire(reborn, receiver);
        next.load(reborn, receiver);
        next.run();
        assertEquals(LinkState.READY, reborn.engine.link("receiver").state());
        reborn.submit(5, "receiver", 3);
        next.run();
        assertEquals(Outcome.SUCCESS, reborn.onlyResolved().outcome());
    }

    @Test
    void shouldStopOnceEverythingIsQuiet() {
        sender.submit(1, "receiver", 20);
        sender.step(new Event.Shutdown());
        wire.run();
        assertEquals(1, sender.stopped);
        assertEquals(1, sender.resolved.size());
        assertEquals(0, sender.regions());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldResolveEverythingWhenTheDeviceFails() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 4);
        wire.run();
        sender.step(new Event.DeviceFailed("test"));
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.AGENT_FAILED, resolve.outcome());
        assertFalse(resolve.quiescent());
        assertEquals(1, wire.count(Body.Close.class));
        sender.submit(2, "receiver", 4);
        assertEquals(Refusal.AGENT_FAILED, sender.refused.get(0).reason());
    }
}

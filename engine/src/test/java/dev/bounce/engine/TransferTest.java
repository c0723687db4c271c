package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import org.junit.jupiter.api.Test;

/// A transfer from submit to success, and what a lossy control channel does to it.
final class TransferTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    @Test
    void shouldDeliverARequestLargerThanTheArena() {
        sender.submit(1, "receiver", 20);
        wire.run();
        final Effect.Resolve resolve = sender.onlyResolved();
        assertEquals(Outcome.SUCCESS, resolve.outcome());
        assertTrue(resolve.delivered());
        assertTrue(resolve.quiescent());
        assertEquals(1, receiver.delivered.size());
        assertEquals("tag-1", receiver.delivered.get(0).tag().toString());
        assertEquals(0, sender.regions());
        assertEquals(0, receiver.regions());
    }

    @Test
    void shouldServeBothDirectionsAtOnce() {
        sender.submit(1, "receiver", 20);
        receiver.submit(2, "sender", 20);
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
        assertEquals(Outcome.SUCCESS, receiver.onlyResolved().outcome());
    }

    @Test
    void shouldResolveAnEmptyTransferAtOnce() {
        sender.submit(1, "receiver", 0);
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
        assertEquals(0, sender.outbound.size());
    }

    @Test
    void shouldStageEagerlyBeforeTheGrantComes() {
        sender.submit(1, "receiver", 4);
        assertFalse(sender.outbound.isEmpty());
        assertTrue(sender.regions(RegionState.STAGING_EAGER) > 0);
    }

    @Test
    void shouldRepeatWantUntilItIsAnswered() {
        wire.lost = Wire.bodies(Body.Want.class);
        sender.submit(1, "receiver", 4);
        wire.run();
        assertEquals(0, sender.resolved.size());
        wire.lost = message -> false;
        wire.advance(100 * Node.MILLI);
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }

    @Test
    void shouldRepeatDataUntilItIsAcknowledged() {
        wire.lost = Wire.bodies(Body.Data.class);
        sender.submit(1, "receiver", 4);
        wire.run();
        assertEquals(0, sender.resolved.size());
        wire.lost = message -> false;
        wire.advance(200 * Node.MILLI);
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }

    @Test
    void shouldAnswerRepeatedDataWithLandedWhenTheAckWasLost() {
        wire.lost = Wire.bodies(Body.ChunkAcks.class);
        sender.submit(1, "receiver", 4);
        wire.run();
        assertEquals(0, sender.resolved.size());
        wire.lost = message -> false;
        wire.advance(3 * Node.SECOND);
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
        assertEquals(1, receiver.delivered.size());
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/// DATA whose runs are wrong: nothing is touched (rule 12).
final class RejectedDataTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    @Test
    void shouldRejectRunsThatPointOutsideTheRegion() {
        assertEquals(
                Status.REJECTED_OUT_OF_BOUNDS,
                statusOf(run(4_000, Node.DESTINATION, 0, 0, 4_096, 1)));
    }

    @Test
    void shouldRejectDestinationsThatAreNotRegistered() {
        assertEquals(Status.REJECTED_OUT_OF_BOUNDS, statusOf(run(32, 0x1234, 0, 0, 64, 1)));
    }

    @Test
    void shouldRejectARunWithoutPieces() {
        assertEquals(Status.REJECTED_MALFORMED, statusOf(run(32, Node.DESTINATION, 0, 0, 64, 0)));
    }

    @Test
    void shouldRejectMorePiecesThanACopyCanHoldBeforeLookingAtThem() {
        assertEquals(
                Status.REJECTED_MALFORMED,
                statusOf(run(32, Node.DESTINATION, 0, 0, 1, Integer.MAX_VALUE)));
    }

    private static ScatterRuns run(
            final long regionOffset,
            final long destination,
            final long destinationStride,
            final long regionStride,
            final long pieceBytes,
            final int count) {
        return new ScatterRuns(
                new long[] {regionOffset},
                new long[] {destination},
                new long[] {destinationStride},
                new long[] {regionStride},
                new long[] {pieceBytes},
                new int[] {count});
    }

    /// The answer to DATA with those runs; the region is free again and the sender has failed.
    private Status statusOf(final ScatterRuns runs) {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        final Message data = sender.outbound.get(0).frame().messages().get(0);
        sender.outbound.clear();
        final Body.Data body = (Body.Data) data.body();
        wire.inject(
                receiver,
                Wire.with(data, new Body.Data(body.chunk(), body.grantId(), body.region(), runs)));
        final Message answer = receiver.outbound.get(0).frame().messages().get(0);
        assertEquals(0, receiver.scatters.size(), "nothing is touched");
        wire.run();
        assertEquals(Outcome.REJECTED, sender.onlyResolved().outcome());
        assertTrue(sender.onlyResolved().quiescent());
        assertEquals(0, receiver.regions());
        final List<ChunkAck> acks = ((Body.ChunkAcks) answer.body()).acks();
        assertEquals(1, acks.size());
        return acks.get(0).status();
    }
}

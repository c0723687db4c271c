package dev.bounce.sim.check;

import org.junit.jupiter.api.Test;

/// Grants of one flow come in the order of its chunks.
final class FifoTest {
    private final History history = new History();
    private final Fifo checker = new Fifo();

    @Test
    void shouldAcceptChunksInOrderAndGrantsThatAreRepeated() {
        grant(5, 0, 1);
        grant(5, 0, 1);
        grant(6, 0, 2);
        grant(5, 1, 3);
    }

    @Test
    void shouldRejectAChunkThatIsPassedOver() {
        grant(5, 0, 1);
        Judged.violates(checker, () -> grant(5, 2, 2));
    }

    @Test
    void shouldRejectAChunkThatIsGrantedTwice() {
        grant(5, 0, 1);
        Judged.violates(checker, () -> grant(5, 0, 2));
    }

    private void grant(final long rid, final int chunk, final long grantId) {
        final var sent = History.grant(rid, chunk, grantId, 16_384 + 2_048 * grantId);
        Judged.show(checker, history.ledger, History.RECEIVER, sent);
        history.sent(History.RECEIVER, sent);
    }
}

package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.FrameDecoder;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ForgerTest {
    private static final Token TOKEN = new Token(1, 2);
    private static final Nonce NONCE = new Nonce(3, 4);
    private static final int FRAMES = 2_000;

    @Test
    void shouldNeverKnowATokenOrANonce() {
        final Forger forger = new Forger(new Bench().context, new FrameDecoder(1 << 20));
        int made = 0;
        for (long ordinal = 0; ordinal < FRAMES; ordinal++) {
            final Frame seen = ordinal % 2 == 0 ? data() : stale();
            final Frame forged = forger.forge(seen, 1, ordinal);
            if (forged != null) {
                made++;
                for (final Message message : forged.messages()) {
                    assertNotEquals(TOKEN, message.header().token());
                    if (message.body() instanceof Body.StaleEpoch stale) {
                        assertNotEquals(NONCE, stale.nonce());
                    }
                }
            }
        }
        assertTrue(made > FRAMES / 10, "frames made: " + made);
    }

    @Test
    void shouldMakeBytesThatAreNoFrameAndRunsThatPointOutside() {
        final Bench bench = new Bench();
        final Forger forger = new Forger(bench.context, new FrameDecoder(1 << 20));
        for (long ordinal = 0; ordinal < FRAMES; ordinal++) {
            forger.forge(data(), 1, ordinal);
        }
        assertTrue(bench.marks.count(Mark.MALFORMED_FRAME) > 100);
        assertTrue(bench.marks.count(Mark.HOSTILE_RUNS) > 100);
    }

    @Test
    void shouldMakeTheSameFrameAgain() {
        final Forger forger = new Forger(new Bench().context, new FrameDecoder(1 << 20));
        for (long ordinal = 0; ordinal < 100; ordinal++) {
            assertEquals(forger.forge(data(), 1, ordinal), forger.forge(data(), 1, ordinal));
        }
    }

    private static Frame data() {
        final ScatterRuns runs =
                new ScatterRuns(
                        new long[] {32},
                        new long[] {Memory.destinationBase(1)},
                        new long[] {0},
                        new long[] {0},
                        new long[] {64},
                        new int[] {1});
        return frame(MessageType.DATA, 5, new Body.Data(0, 7, 4_096, runs));
    }

    private static Frame stale() {
        return frame(MessageType.ACK, 0, new Body.StaleEpoch(9, NONCE));
    }

    private static Frame frame(final MessageType type, final long rid, final Body body) {
        final Header header =
                new Header(type, Header.VERSION, TOKEN, Bench.LINK, 1, 2, 3, rid, 0, 1);
        return new Frame(List.of(new Message(header, body)));
    }
}

package dev.bounce.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.engine.Snapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A receiver that keeps what it is to forget is found.
final class ForgottenIsGoneTest {
    @Test
    void shouldAcceptWhatMayStillBeAskedFor() {
        ForgottenIsGone.check(History.RECEIVER, keeping(5, 5));
    }

    @Test
    void shouldRejectWhatIsToBeForgotten() {
        final PropertyViolation found =
                assertThrows(
                        PropertyViolation.class,
                        () -> ForgottenIsGone.check(History.RECEIVER, keeping(4, 5)));
        assertEquals("ForgottenIsGone", found.property());
    }

    /// An agent that receives, with one flow.
    private static Snapshot keeping(final long rid, final long oldestOpenRid) {
        final Snapshot.Receiving flow =
                new Snapshot.Receiving(
                        rid, null, List.of(), List.of(), null, 0, 0, 0, false, false, false, 0, 0,
                        0, 1);
        final Snapshot.ReceivingEpoch epoch =
                new Snapshot.ReceivingEpoch(
                        History.receiverPlane(),
                        null,
                        null,
                        1,
                        0,
                        1,
                        null,
                        1,
                        0,
                        oldestOpenRid,
                        0,
                        0,
                        0,
                        0,
                        List.of(flow));
        final Snapshot.Incoming link =
                new Snapshot.Incoming("sender", History.LINK, History.EPOCH, 0, 0, 0, epoch, null);
        return new Snapshot(
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(link),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
    }
}

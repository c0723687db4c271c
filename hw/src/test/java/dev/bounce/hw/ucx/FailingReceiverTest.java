package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class FailingReceiverTest {
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Test
    void shouldDropAMessageThatCannotBeTakenAndGoOn() {
        final List<Integer> taken = new ArrayList<>();
        final UcxDomain domain = new UcxDomain(UcxProfile.CONTROL, "lo", false);
        final AmWorker to =
                new AmWorker(
                        domain,
                        "to",
                        3,
                        4,
                        (id, _, _) -> {
                            if (id == 1) {
                                throw new OutOfMemoryError("planted");
                            }
                            if (id == 2) {
                                throw new IllegalStateException("planted");
                            }
                            taken.add(id);
                        });
        final AmWorker from = new AmWorker(domain, "from", 1, 4, (_, _, _) -> {});
        final AmPeer peer = from.connect(to.address(), (_, _) -> {});
        for (int id = 1; id <= 3; id++) {
            assertNotNull(from.nextHeader());
            from.send(peer, id, 0, 0, _ -> {});
        }
        final long end = System.nanoTime() + WAIT_NANOS;
        while (taken.isEmpty() && System.nanoTime() - end < 0) {
            from.progress();
            to.progress();
        }
        assertEquals(List.of(3), taken);
        assertEquals(2, to.dropped());
        from.close();
        to.close();
        domain.close();
    }
}

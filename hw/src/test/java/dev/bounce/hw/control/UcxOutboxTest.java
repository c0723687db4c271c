package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.hw.ucx.UcxProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An outbox whose worker has room for one send.
@Timeout(30)
class UcxOutboxTest {
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final UcxDomain domain = new UcxDomain(UcxProfile.CONTROL, "lo", false);
    private final List<Integer> first = new ArrayList<>();
    private final List<Integer> second = new ArrayList<>();
    private final AmWorker firstPeer = peer("first", first);
    private final AmWorker secondPeer = peer("second", second);
    private final AmWorker worker = new AmWorker(domain, "own", 1, 1, (_, _, _) -> {});
    private final WorkerAddress address = new WorkerAddress(worker.address());
    private final byte[] identity = "left@1".getBytes(StandardCharsets.US_ASCII);
    private final List<AmPeer> broken = new ArrayList<>();
    private int refusals;
    private final UcxOutbox outbox =
            new UcxOutbox(
                    worker,
                    (target, broken) -> {
                        if (refusals > 0) {
                            refusals--;
                            throw new UcxException("planted", null);
                        }
                        return worker.connect(target, broken);
                    },
                    identity,
                    address,
                    (_, peer, _) -> broken.add(peer));

    private AmWorker peer(final String name, final List<Integer> messages) {
        return new AmWorker(domain, name, UcxOutbox.IDS, 4, (id, _, _) -> messages.add(id));
    }

    @AfterEach
    void close() {
        worker.close();
        firstPeer.close();
        secondPeer.close();
        domain.close();
        outbox.close();
    }

    private void until(final BooleanSupplier done) {
        final long end = System.nanoTime() + WAIT_NANOS;
        while (!done.getAsBoolean() && System.nanoTime() - end < 0) {
            worker.progress();
            outbox.flush();
            firstPeer.progress();
            secondPeer.progress();
        }
        assertTrue(done.getAsBoolean(), first + " " + second);
    }

    @Test
    void shouldGreetWhenThereIsRoomAgain() {
        final UcxConnection out = new UcxConnection(1, 1, firstPeer.address(), null);
        final UcxConnection in = new UcxConnection(2, 2, secondPeer.address(), "right@1");
        outbox.greet(out);
        assertTrue(outbox.welcome(in));
        outbox.add(in, new byte[100]);
        outbox.flush();
        until(() -> !first.isEmpty() && second.size() == 2);
        assertEquals(List.of(UcxOutbox.HELLO), first);
        assertEquals(List.of(UcxOutbox.WELCOME, UcxOutbox.PART), second, "in order");
    }

    @Test
    void shouldSendFramesThatWaitForTheSameFlushTogether() {
        final UcxConnection in = new UcxConnection(2, 2, secondPeer.address(), "right@1");
        assertTrue(outbox.welcome(in));
        for (int frame = 0; frame < 3; frame++) {
            outbox.add(in, new byte[100]);
        }
        until(() -> second.size() == 2);
        assertEquals(List.of(UcxOutbox.WELCOME, UcxOutbox.BATCH), second);
        assertTrue(in.queue.isEmpty());
    }

    @Test
    void shouldLeaveAConnectionBrokenThatCannotBeMadeAnewYet() {
        final UcxConnection out = new UcxConnection(1, 1, firstPeer.address(), null);
        refusals = 2;
        assertThrows(UcxException.class, () -> outbox.greet(out));
        outbox.greetAgain(out);
        outbox.greetAgain(out);
        until(() -> !first.isEmpty());
        assertEquals(List.of(UcxOutbox.HELLO), first);
    }

    @Test
    void shouldSayWhichEndOfAConnectionBroke() {
        final AmWorker gone = peer("gone", new ArrayList<>());
        final UcxConnection out = new UcxConnection(1, 1, gone.address(), null);
        assertTrue(gone.close());
        outbox.greet(out);
        final AmPeer old = out.peer;
        outbox.greetAgain(out);
        assertNotSame(old, out.peer);
        until(() -> broken.size() == 2);
        assertEquals(List.of(old, out.peer), broken);
    }
}

package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections that are closed while a peer that does not read any more holds up what was sent.
@Timeout(30)
final class DisconnectTest {
    private static final int SENDS = 64;
    private static final long PIECE_BYTES = 256 << 10;
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final UcxDomain domain = new UcxDomain(UcxProfile.TCP, "lo", false);
    private final AmWorker reader = new AmWorker(domain, "reader", 1, 4, (_, _, _) -> {});
    private final AmWorker writer = new AmWorker(domain, "writer", 1, SENDS, (_, _, _) -> {});
    private final Arena owner = Arena.ofShared();
    private final int[] ended = new int[SENDS];
    private int told;

    @AfterEach
    void close() {
        writer.close();
        reader.close();
        domain.close();
        owner.close();
    }

    /// Until as much is under way as the sockets do not take.
    private void fill(final AmPeer peer) {
        final MemorySegment piece = owner.allocate(PIECE_BYTES, 64);
        for (int send = 0; send < SENDS; send++) {
            assertNotNull(writer.nextHeader(), "send " + send);
            final int own = send;
            writer.send(
                    peer,
                    1,
                    piece.address(),
                    PIECE_BYTES,
                    _ -> {
                        ended[own]++;
                        told++;
                    });
        }
        for (int turn = 0; turn < 100; turn++) {
            writer.progress();
        }
        assertTrue(told < SENDS, "the sockets take everything");
    }

    private AmPeer connected() {
        final AmPeer peer = writer.connect(reader.address(), (_, _) -> {});
        final long end = System.nanoTime() + WAIT_NANOS;
        assertNotNull(writer.nextHeader());
        writer.send(peer, 1, 0, 0, _ -> {});
        while (!peer.hasSent() && System.nanoTime() - end < 0) {
            writer.progress();
            reader.progress();
        }
        assertTrue(peer.hasSent());
        writer.progress();
        return peer;
    }

    @Test
    void shouldTellEachSendOnceAndTheEndOnceWithoutTheReader() {
        final AmPeer peer = connected();
        fill(peer);
        final int before = told;
        final int[] disconnected = new int[1];
        writer.disconnect(peer, () -> disconnected[0]++);
        assertEquals(before, told, "nothing is told inside of disconnect");
        assertEquals(0, disconnected[0], "as the end is not");
        assertFalse(writer.arm(), "the next turn is not waited for");
        assertNull(peer.endpoint());
        final long end = System.nanoTime() + WAIT_NANOS;
        while ((told < SENDS || disconnected[0] == 0) && System.nanoTime() - end < 0) {
            writer.tick();
            writer.progress();
        }
        for (int turn = 0; turn < 100; turn++) {
            writer.progress();
        }
        for (int send = 0; send < SENDS; send++) {
            assertEquals(1, ended[send], "send " + send);
        }
        assertEquals(1, disconnected[0]);
    }

    @Test
    void shouldSayThatAPeerWhichNeverStoodIsClosed() {
        final int[] disconnected = new int[1];
        final AmPeer peer = connected();
        writer.disconnect(peer);
        writer.disconnect(peer, () -> disconnected[0]++);
        writer.progress();
        assertEquals(1, disconnected[0]);
    }
}

package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static dev.bounce.hw.plane.PlaneEnd.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Copies of the device that do not end for as long as the test likes: what a stream of the
/// application brings about that waits for a delivery.
@Timeout(30)
class HeldCopiesTest {
    private static final int PIECES = 1_000;
    private static final long PIECE_BYTES = 64;

    private final PlaneEnd left = PlaneEnd.held("left", 0);
    private final PlaneEnd right = PlaneEnd.held("right", 0);
    private final Arena owner = Arena.ofShared();

    @AfterEach
    void close() {
        left.held.letGo();
        right.held.letLooksGo();
        left.close();
        right.close();
        assertEquals(List.of(), ((PutPlane) left.plane).openObjects());
        assertEquals(List.of(), ((PutPlane) right.plane).openObjects());
        owner.close();
    }

    private void connect(final long link) throws InterruptedException {
        left.openSender(link, right.openReceiver(link));
        assertEquals(new Event.PlaneOpened(sender(link), Blob.EMPTY), left.next());
    }

    private void awaitWait() throws InterruptedException {
        assertTrue(left.held.waits.tryAcquire(10, TimeUnit.SECONDS), "no fence waits");
    }

    @Test
    void shouldMakeAndCloseOtherLinksWhileAFenceWaitsForCopies() throws Exception {
        connect(7);
        left.held.hold();
        left.fence(sender(7));
        awaitWait();
        connect(8);
        left.write(8, 1, 1, 8_192, 4_096, right.memory.arenaAddress());
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), left.next());
        left.openReceiver(9);
        left.fence(receiver(9));
        assertEquals(new Event.Fenced(receiver(9), FenceStrength.PROVEN), left.next());
        left.held.letGo();
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
    }

    @Test
    void shouldFenceWhatWasAskedForDuringAWaitByAnother() throws Exception {
        connect(7);
        connect(8);
        left.held.hold();
        left.fence(sender(7));
        awaitWait();
        left.fence(sender(8));
        left.fence(sender(99));
        assertEquals(
                new Event.Fenced(sender(99), FenceStrength.PROVEN),
                left.next(),
                "an object that is not there is fenced at once");
        left.held.letGo();
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
        assertEquals(new Event.Fenced(sender(8), FenceStrength.PROVEN), left.next());
        awaitWait();
    }

    /// A transfer of many keys, whose peer answers no more once the first bytes have arrived.
    private void breakADirectTransfer(final long transferId) {
        final MemorySegment from = range(left, PIECES * PIECE_BYTES);
        from.fill((byte) 1);
        final long[] source = new long[PIECES];
        final long[] destination = new long[PIECES];
        final long[] length = new long[PIECES];
        final MemorySegment first = range(right, PIECE_BYTES);
        for (int piece = 0; piece < PIECES; piece++) {
            source[piece] = from.address() + piece * PIECE_BYTES;
            destination[piece] = (piece == 0 ? first : range(right, PIECE_BYTES)).address();
            length[piece] = PIECE_BYTES;
        }
        left.plane.directPut(
                transferId,
                "right",
                22,
                right.plane.directAddress(),
                new DescriptorPairs(source, destination, length, new int[] {0}, new int[] {0}));
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (first.get(ValueLayout.JAVA_BYTE, 0) == 0) {
            assertTrue(System.nanoTime() - end < 0, "nothing arrived");
            Thread.onSpinWait();
        }
        right.held.holdLooks();
    }

    private MemorySegment range(final PlaneEnd end, final long bytes) {
        final MemorySegment segment = owner.allocate(bytes, 64);
        end.memory.register(segment);
        return segment;
    }

    @Test
    void shouldNotEndABrokenDirectTransferWhileCopiesMayReadItsSource() throws Exception {
        left.held.hold();
        breakADirectTransfer(1);
        awaitWait();
        right.held.letLooksGo();
        connect(7);
        assertEquals(List.of(), List.copyOf(left.events), "told before the copies ended");
        left.held.letGo();
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next());
    }
}

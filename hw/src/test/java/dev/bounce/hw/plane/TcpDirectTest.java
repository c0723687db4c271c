package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Direct transfers over the `tcp` plane: messages that the receiver places.
@Timeout(30)
class TcpDirectTest {
    private static final long MIB = 1 << 20;

    private final PlaneEnd left = PlaneEnd.tcp("left");
    private final PlaneEnd right = PlaneEnd.tcp("right");
    private final Arena owner = Arena.ofShared();

    @AfterEach
    void close() {
        left.close();
        right.close();
        owner.close();
        assertEquals(List.of(), left.tcp().openObjects());
        assertEquals(List.of(), right.tcp().openObjects());
    }

    private MemorySegment range(final PlaneEnd end, final long bytes) {
        final MemorySegment segment = owner.allocate(bytes, 64);
        end.memory.register(segment);
        return segment;
    }

    private void direct(final long transferId, final DescriptorPairs pairs) {
        left.plane.directPut(transferId, "right", 22, right.plane.directAddress(), pairs);
    }

    @Test
    void shouldMoveEveryPairOfADirectTransfer() throws Exception {
        final MemorySegment from = range(left, 3 * MIB);
        final MemorySegment to = range(right, 3 * MIB);
        for (long at = 0; at < from.byteSize(); at += 8) {
            from.set(ValueLayout.JAVA_LONG, at, at * 0x9E3779B97F4A7C15L);
        }
        final int count = 300;
        final long[] source = new long[count + 2];
        final long[] destination = new long[count + 2];
        final long[] bytes = new long[count + 2];
        for (int pair = 0; pair < count; pair++) {
            source[pair] = from.address() + pair * 1_000L;
            destination[pair] = to.address() + (count - pair) * 1_001L;
            bytes[pair] = pair == 7 ? 0 : 1_000;
        }
        source[count] = from.address() + MIB / 2;
        destination[count] = to.address() + MIB / 2;
        bytes[count] = 2 * MIB + 5;
        direct(1, new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0}));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.LANDED), left.next());
        for (int pair = 0; pair <= count; pair++) {
            final long fromAt = source[pair] - from.address();
            final long toAt = destination[pair] - to.address();
            if (bytes[pair] > 0) {
                assertEquals(
                        -1,
                        MemorySegment.mismatch(
                                from, fromAt, fromAt + bytes[pair], to, toAt, toAt + bytes[pair]));
            }
        }
        assertEquals(0, to.get(ValueLayout.JAVA_BYTE, (count + 1) * 1_001L));
    }

    @Test
    void shouldPlaceNothingOfADirectTransferOutsideARange() throws Exception {
        final MemorySegment from = range(left, 8_192);
        from.fill((byte) 1);
        final MemorySegment around = owner.allocate(3 * 8_192, 64);
        final MemoryRange inside = right.memory.register(around.asSlice(8_192, 8_192));
        direct(1, pair(from.address(), inside.base() + 4_096, 4_097));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next());
        direct(2, pair(from.address(), inside.base() - 1, 1));
        assertEquals(new Event.DirectEnded(2, WriteOutcome.DIRTY), left.next());
        direct(3, pair(from.address() - 1, inside.base(), 1));
        assertEquals(new Event.DirectEnded(3, WriteOutcome.NEVER), left.next());
        direct(4, pair(from.address(), inside.base(), 100));
        assertEquals(new Event.DirectEnded(4, WriteOutcome.LANDED), left.next());
        assertFalse(right.memory.retire(inside.base()).isCompletedExceptionally());
        direct(5, pair(from.address(), inside.base() + 200, 100));
        assertEquals(new Event.DirectEnded(5, WriteOutcome.DIRTY), left.next());
        assertEquals(0, around.get(ValueLayout.JAVA_BYTE, 8_191));
        assertEquals(0, around.get(ValueLayout.JAVA_BYTE, 2 * 8_192));
        assertEquals(0, around.get(ValueLayout.JAVA_BYTE, 8_192 + 200));
    }

    private static DescriptorPairs pair(
            final long source, final long destination, final long bytes) {
        return new DescriptorPairs(
                new long[] {source},
                new long[] {destination},
                new long[] {bytes},
                new int[] {0},
                new int[] {0});
    }

    @Test
    void shouldEndDirectTransfersOfAPeerThatIsNotThereOrStalls() throws Exception {
        final MemorySegment from = range(left, 8_192);
        final MemorySegment to = range(right, 8_192);
        final CountDownLatch held = new CountDownLatch(1);
        right.tcp().onLoop(() -> await(held));
        direct(1, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next());
        held.countDown();
        direct(2, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(2, WriteOutcome.LANDED), left.next());
        left.plane.directPut(3, "none", 1, Blob.EMPTY, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(3, WriteOutcome.NEVER), left.next());
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static dev.bounce.hw.plane.PlaneEnd.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
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

/// What `cuda_ipc` has besides put and flush, over puts that TCP emulates: fences that rest on a
/// time or on the end of the writer's process, and direct transfers that are puts.
@Timeout(30)
class IpcPlaneTest {
    private static final long MIB = 1 << 20;
    private static final long T_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private final Arena owner = Arena.ofShared();
    private final PlaneEnd left = PlaneEnd.ipc("left", T_NANOS);
    private final PlaneEnd right = PlaneEnd.ipc("right", T_NANOS);

    @AfterEach
    void close() {
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

    private MemorySegment range(final PlaneEnd end, final long bytes) {
        final MemorySegment segment = owner.allocate(bytes, 64);
        end.memory.register(segment);
        return segment;
    }

    private static DescriptorPairs pairs(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    private static DescriptorPairs pair(
            final long source, final long destination, final long bytes) {
        return pairs(new long[] {source}, new long[] {destination}, new long[] {bytes});
    }

    private void direct(final long transferId, final DescriptorPairs pairs) {
        left.plane.directPut(transferId, "right", 22, right.plane.directAddress(), pairs);
    }

    @Test
    void shouldAssumeTheFenceOfALivingWriterAfterT() throws Exception {
        connect(7);
        final long start = System.nanoTime();
        right.fence(receiver(7));
        assertEquals(
                new Event.Fenced(receiver(7), FenceStrength.ASSUMED),
                right.next(Event.Fenced.class));
        assertTrue(System.nanoTime() - start >= T_NANOS);
        assertEquals(1, right.plane.figures().assumedFences());
        assertEquals(0, right.plane.figures().provenFences());
    }

    @Test
    void shouldCountTFromTheEndOfTheLease() throws Exception {
        connect(7);
        final long leaseEnd = System.nanoTime() + T_NANOS;
        right.plane.fence(new Effect.Fence(receiver(7), "peer", leaseEnd));
        assertEquals(
                new Event.Fenced(receiver(7), FenceStrength.ASSUMED),
                right.next(Event.Fenced.class));
        assertTrue(System.nanoTime() - leaseEnd >= T_NANOS);
    }

    @Test
    void shouldProveTheFenceOfAWriterThatWasNeverWelcomed() throws Exception {
        right.openReceiver(7);
        right.fence(receiver(7));
        assertEquals(
                new Event.Fenced(receiver(7), FenceStrength.PROVEN),
                right.next(Event.Fenced.class));
    }

    @Test
    void shouldProveTheFenceOfTheSendersOwnSide() throws Exception {
        connect(7);
        left.write(7, 1, 1, 8_192, MIB, right.memory.arenaAddress());
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), left.next());
        left.fence(sender(7));
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
    }

    @Test
    void shouldPutEveryPairOfADirectTransfer() throws Exception {
        final MemorySegment from = range(left, 3 * MIB);
        final MemorySegment first = range(right, MIB);
        final MemorySegment second = range(right, 3 * MIB);
        for (long at = 0; at < from.byteSize(); at += 8) {
            from.set(ValueLayout.JAVA_LONG, at, at * 0x9E3779B97F4A7C15L);
        }
        final int count = 600;
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        for (int pair = 0; pair < count; pair++) {
            final MemorySegment to = pair % 2 == 0 ? first : second;
            source[pair] = from.address() + pair * 1_000L;
            destination[pair] = to.address() + (count - pair) * 1_001L;
            bytes[pair] = pair == 7 ? 0 : 1_000;
        }
        direct(1, pairs(source, destination, bytes));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.LANDED), left.next());
        for (int pair = 0; pair < count; pair++) {
            final MemorySegment to = pair % 2 == 0 ? first : second;
            final long fromAt = source[pair] - from.address();
            final long toAt = destination[pair] - to.address();
            assertEquals(
                    -1,
                    MemorySegment.mismatch(
                            from, fromAt, fromAt + bytes[pair], to, toAt, toAt + bytes[pair]),
                    "pair " + pair);
            assertEquals(0, to.get(ValueLayout.JAVA_BYTE, toAt + bytes[pair]), "after " + pair);
        }
    }

    @Test
    void shouldEndAPutOutsideTheRangesOfThePeerUndelivered() throws Exception {
        final MemorySegment from = range(left, MIB);
        final MemorySegment to = range(right, 8_192);
        from.fill((byte) 1);
        direct(1, pair(from.address(), to.address() + 4_096, 4_097));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next());
        direct(2, pair(from.address(), to.address() - 1, 1));
        assertEquals(new Event.DirectEnded(2, WriteOutcome.NEVER), left.next());
        direct(3, pair(from.address() - 1, to.address(), 1));
        assertEquals(new Event.DirectEnded(3, WriteOutcome.NEVER), left.next());
        direct(4, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(4, WriteOutcome.LANDED), left.next());
        assertEquals(1, to.get(ValueLayout.JAVA_BYTE, 99));
        assertEquals(0, to.get(ValueLayout.JAVA_BYTE, 100));
        assertEquals(2, right.plane.figures().refused());
    }

    @Test
    void shouldGiveNoKeyOfARangeThatIsLeaving() throws Exception {
        final MemorySegment from = range(left, MIB);
        final MemorySegment to = range(right, 8_192);
        direct(1, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.LANDED), left.next());
        right.memory.retire(to.address());
        direct(2, pair(from.address(), to.address(), 100));
        assertEquals(new Event.DirectEnded(2, WriteOutcome.NEVER), left.next());
        assertEquals(1, mappedRanges());
        right.memory.remove(to.address());
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (mappedRanges() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertEquals(0, mappedRanges());
    }

    private long mappedRanges() {
        return ((PutPlane) right.plane)
                .openObjects().stream().filter(name -> name.startsWith("range ")).count();
    }

    @Test
    void shouldSeeThatAProcessHasEnded() throws Exception {
        final WriterProcess self = WriterProcess.self();
        assertFalse(self.isGone());
        final Process child = new ProcessBuilder("sleep", "60").start();
        final WriterProcess other = WriterProcess.of(child.pid());
        assertFalse(other.isGone());
        child.destroyForcibly().waitFor();
        assertTrue(other.isGone());
        assertTrue(
                new WriterProcess(self.pid(), self.startTicks() + 1, self.realm()).isGone(),
                "another process has its number");
        assertFalse(
                new WriterProcess(other.pid(), other.startTicks(), other.realm() + 1).isGone(),
                "a process of elsewhere cannot be judged");
        assertFalse(new WriterProcess(0, 0, 0).isGone());
    }
}

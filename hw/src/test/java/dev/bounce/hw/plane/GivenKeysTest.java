package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Ranges whose keys peers hold that have no link to their owner.
@Timeout(30)
class GivenKeysTest {
    private static final int PIECES = 500;
    private static final long PIECE_BYTES = 64;
    private static final long T_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private final PlaneEnd left = PlaneEnd.held("left", T_NANOS);
    private final PlaneEnd right = PlaneEnd.held("right", T_NANOS);
    private final Arena owner = Arena.ofShared();

    @AfterEach
    void close() {
        right.held.letLooksGo();
        left.close();
        right.close();
        assertEquals(List.of(), ((PutPlane) left.plane).openObjects());
        assertEquals(List.of(), ((PutPlane) right.plane).openObjects());
        owner.close();
    }

    private MemorySegment range(final PlaneEnd end, final long bytes) {
        final MemorySegment segment = owner.allocate(bytes, 64);
        end.memory.register(segment);
        return segment;
    }

    /// A transfer of many keys, whose peer answers no more once the first bytes have arrived.
    ///
    /// @return the range that is written first
    private MemorySegment beginTransfer() {
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
                1,
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
        return first;
    }

    @Test
    void shouldNotGiveARangeBackBeforeThePeerHasLetGoOfItsKey() throws Exception {
        final MemorySegment first = beginTransfer();
        final CompletableFuture<Void> unused = right.memory.retire(first.address());
        assertFalse(unused.isDone(), "the peer may put into it");
        right.held.letLooksGo();
        assertEquals(new Event.DirectEnded(1, WriteOutcome.LANDED), left.next());
        unused.get(10, TimeUnit.SECONDS);
        assertEquals(0, right.plane.figures().assumedFences());
    }

    @Test
    void shouldGiveARangeBackOnceThePutsOfABrokenConnectionHaveEnded() throws Exception {
        final MemorySegment first = beginTransfer();
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next(), "it stalls");
        final CompletableFuture<Void> unused = right.memory.retire(first.address());
        assertFalse(unused.isDone(), "it does not know that the peer puts no more");
        right.held.letLooksGo();
        unused.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldGiveARangeBackWhoseKeyCameTooLateForItsTransfer() throws Exception {
        final MemorySegment from = range(left, PIECE_BYTES);
        final MemorySegment to = range(right, PIECE_BYTES);
        right.held.holdLooks();
        left.plane.directPut(
                1,
                "right",
                22,
                right.plane.directAddress(),
                new DescriptorPairs(
                        new long[] {from.address()},
                        new long[] {to.address()},
                        new long[] {PIECE_BYTES},
                        new int[] {0},
                        new int[] {0}));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.NEVER), left.next(), "it stalls");
        right.held.letLooksGo();
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (((PutPlane) right.plane).openObjects().size() < 3) { // the range is mapped
            assertTrue(System.nanoTime() - end < 0, "the question is not answered");
            Thread.onSpinWait();
        }
        right.memory.retire(to.address()).get(10, TimeUnit.SECONDS);
    }

    /// The wait for the copies ends when nothing else happens on the direct path any more.
    @Test
    void shouldLetGoOfTheKeysOfATransferThatFailsWhileItsConnectionStands() throws Exception {
        final MemorySegment from = range(left, PIECE_BYTES);
        final MemorySegment to = range(right, 2 * PIECE_BYTES);
        left.memory.register(unmappable());
        left.held.hold();
        left.plane.directPut(
                1,
                "right",
                22,
                right.plane.directAddress(),
                new DescriptorPairs(
                        new long[] {from.address(), 0},
                        new long[] {to.address(), to.address() + PIECE_BYTES},
                        new long[] {PIECE_BYTES, PIECE_BYTES},
                        new int[] {0},
                        new int[] {0}));
        assertTrue(left.held.waits.tryAcquire(10, TimeUnit.SECONDS), "copies are waited for");
        final CompletableFuture<Void> unused = right.memory.retire(to.address());
        final long parked = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
        while (System.nanoTime() - parked < 0) {
            LockSupport.parkNanos(parked - System.nanoTime());
        }
        assertFalse(unused.isDone());
        left.held.letGo();
        assertEquals(new Event.DirectEnded(1, WriteOutcome.DIRTY), left.next());
        unused.get(10, TimeUnit.SECONDS);
        assertEquals(0, right.plane.figures().assumedFences());
    }

    @SuppressWarnings("restricted")
    private static MemorySegment unmappable() {
        return MemorySegment.NULL.reinterpret(PIECE_BYTES);
    }

    /// What is done about peers that do not say that they let go.
    @Nested
    class OfLostPeers {
        private final AtomicLong now = new AtomicLong();
        private final PlaneCounters counters = new PlaneCounters();
        private final GivenKeys given =
                new GivenKeys(
                        new PlaneContext(
                                "left",
                                left.memory,
                                null,
                                now::get,
                                _ -> {},
                                counters,
                                new CopyWaits("left", left.memory),
                                1,
                                1),
                        100);
        private final MemoryRange range = left.memory.register(owner.allocate(64, 64));

        private CompletableFuture<Void> retire(final WriterProcess writer) {
            assertTrue(given.give(1, writer, 5, range));
            assertTrue(given.give(1, writer, 5, range), "once more for the same transfer");
            final CompletableFuture<Void> unused = left.memory.retire(range.base());
            assertFalse(given.give(1, writer, 6, range), "it is leaving");
            return unused;
        }

        @Test
        void shouldWaitForTIfNobodyCanTellWhetherAPeerLives() {
            final CompletableFuture<Void> unused = retire(WriterProcess.UNKNOWN);
            now.set(1L << 40);
            given.tick();
            assertFalse(unused.isDone(), "its connection stands");
            given.lost(1);
            now.addAndGet(99);
            given.tick();
            assertFalse(unused.isDone());
            now.addAndGet(1);
            given.tick();
            assertTrue(unused.isDone());
            assertTrue(given.isEmpty());
            assertEquals(1, counters.figures().assumedFences());
        }

        @Test
        void shouldTakeTheEndOfAProcessForProof() throws Exception {
            final Process peer = new ProcessBuilder("sleep", "60").start();
            final CompletableFuture<Void> unused = retire(WriterProcess.of(peer.pid()));
            given.tick();
            assertFalse(unused.isDone(), "it lives");
            peer.destroyForcibly().waitFor();
            now.set(1L << 40);
            given.tick();
            assertTrue(unused.isDone());
            assertEquals(1, counters.figures().provenFences());
        }

        @Test
        void shouldNotTakeAProcessForEndedThatItNeverSaw() {
            final WriterProcess self = WriterProcess.self();
            final CompletableFuture<Void> unused =
                    retire(new WriterProcess(self.pid(), self.startTicks() + 1, self.realm()));
            now.set(1L << 40);
            given.tick();
            assertFalse(unused.isDone(), "its connection stands");
            given.lost(1);
            now.addAndGet(100);
            given.tick();
            assertTrue(unused.isDone());
            assertEquals(1, counters.figures().assumedFences());
        }

        @Test
        void shouldTakeBackWhatALostPeerLetsGoOfAfterAll() {
            final CompletableFuture<Void> unused = retire(WriterProcess.self());
            given.lost(1);
            given.takeBack(1, 6);
            assertFalse(unused.isDone());
            given.takeBack(1, 5);
            assertTrue(unused.isDone());
            assertTrue(given.isEmpty());
        }
    }
}

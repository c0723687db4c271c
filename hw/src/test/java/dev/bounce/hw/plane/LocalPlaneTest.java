package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.UseGate;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LocalPlaneTest {
    private static final PlaneKey SENDER = new PlaneKey(7, 1, 11, PlaneKey.Side.SENDER);
    private static final PlaneKey RECEIVER = new PlaneKey(7, 1, 11, PlaneKey.Side.RECEIVER);

    private final LocalFabric fabric = new LocalFabric();
    private final LocalEnd left = new LocalEnd("left", 11, fabric);
    private final LocalEnd right = new LocalEnd("right", 22, fabric);
    private final Arena owner = Arena.ofShared();

    @AfterEach
    void close() {
        left.close();
        right.close();
        owner.close();
    }

    private void openBoth() throws InterruptedException {
        right.plane.open(new Effect.OpenPlane(RECEIVER, "left", null));
        final Event.PlaneOpened opened = (Event.PlaneOpened) right.next();
        assertEquals(RECEIVER, opened.plane());
        left.plane.open(new Effect.OpenPlane(SENDER, "right", access(opened.address())));
        assertEquals(new Event.PlaneOpened(SENDER, Blob.EMPTY), left.next());
    }

    private Body.ArenaAccess access(final Blob planeAddress) {
        return new Body.ArenaAccess(
                MemoryKind.HOST,
                DeviceUuid.NONE,
                right.memory.arenaAddress(),
                right.plane.arenaKey(),
                planeAddress);
    }

    private Effect.Write write(final long writeId, final long bytes, final long target) {
        return new Effect.Write(
                writeId,
                SENDER,
                4_096,
                bytes,
                1,
                target,
                right.memory.arenaAddress() + target,
                1_000);
    }

    private static void fill(final MemorySegment segment, final int seed) {
        final byte[] bytes = new byte[(int) segment.byteSize()];
        new SplittableRandom(seed).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    }

    private byte right(final long offset) {
        return right.memory.arena().get(ValueLayout.JAVA_BYTE, offset);
    }

    @Test
    void shouldWriteExactlyTheBytesOfAChunk() throws Exception {
        openBoth();
        fill(left.memory.arena(), 3);
        final long bytes = 1_500_001;
        left.plane.write(write(5, bytes, 8_192));
        assertEquals(new Event.WriteEnded(5, WriteOutcome.LANDED), left.next());
        assertEquals(
                -1,
                MemorySegment.mismatch(
                        left.memory.arena(),
                        4_096,
                        4_096 + bytes,
                        right.memory.arena(),
                        8_192,
                        8_192 + bytes));
        assertEquals(0, right(8_191));
        assertEquals(0, right(8_192 + bytes));
    }

    @Test
    void shouldNotPostAWriteThatIsLate() throws Exception {
        openBoth();
        fill(left.memory.arena(), 3);
        left.clock.set(1_001);
        left.plane.write(write(5, 4_096, 0));
        assertEquals(new Event.WriteEnded(5, WriteOutcome.NEVER), left.next());
        assertEquals(0, right(100));
    }

    @Test
    void shouldCallAWriteDirtyThatWasFoundLateAfterwards() throws Exception {
        final AtomicLong reads = new AtomicLong();
        final LocalEnd slow = new LocalEnd("slow", 33, fabric);
        try (slow) {
            right.plane.open(new Effect.OpenPlane(RECEIVER, "slow", null));
            final Event.PlaneOpened opened = (Event.PlaneOpened) right.next();
            final LocalPlane plane =
                    new LocalPlane(
                            "slower",
                            44,
                            slow.memory,
                            fabric,
                            slow.pool,
                            () -> reads.getAndIncrement() == 0 ? 1_000 : 1_001,
                            slow.told::release);
            plane.open(new Effect.OpenPlane(SENDER, "right", access(opened.address())));
            plane.write(write(9, 64, 0));
            while (slow.events.size() < 2) {
                assertTrue(slow.told.tryAcquire(10, TimeUnit.SECONDS));
                plane.poll(slow.events::add);
            }
            assertEquals(new Event.WriteEnded(9, WriteOutcome.DIRTY), slow.events.getLast());
            plane.close();
        }
    }

    @Test
    void shouldLetNothingInAfterTheFenceOfTheReceiver() throws Exception {
        openBoth();
        fill(left.memory.arena(), 3);
        right.plane.fence(new Effect.Fence(RECEIVER, "left", 0));
        assertEquals(new Event.Fenced(RECEIVER, FenceStrength.PROVEN), right.next());
        left.plane.write(write(5, 4_096, 0));
        assertEquals(new Event.LinkBroken(SENDER), left.next());
        assertEquals(new Event.WriteEnded(5, WriteOutcome.NEVER), left.next());
        assertEquals(0, right(100));
    }

    @Test
    void shouldFenceOnlyWhenRunningWritesHaveEnded() throws Exception {
        openBoth();
        fill(left.memory.arena(), 3);
        for (int round = 0; round < 50; round++) {
            final PlaneKey receiver = new PlaneKey(7, 2 + round, 11, PlaneKey.Side.RECEIVER);
            final PlaneKey sender = new PlaneKey(7, 2 + round, 11, PlaneKey.Side.SENDER);
            right.plane.open(new Effect.OpenPlane(receiver, "left", null));
            final Blob address = ((Event.PlaneOpened) right.next()).address();
            left.plane.open(new Effect.OpenPlane(sender, "right", access(address)));
            left.next();
            final Effect.Write write = write(round, 1 << 20, 0);
            left.plane.write(
                    new Effect.Write(
                            round,
                            sender,
                            write.sourceRegion(),
                            write.bytes(),
                            1,
                            0,
                            write.targetAddress(),
                            1_000));
            right.plane.fence(new Effect.Fence(receiver, "left", 0));
            assertEquals(new Event.Fenced(receiver, FenceStrength.PROVEN), right.next());
            // Whatever the write did, it is over: what is cleared now stays clear.
            right.memory.arena().asSlice(0, 1 << 20).fill((byte) 0);
            Event ended = left.next();
            if (ended instanceof Event.LinkBroken) {
                ended = left.next();
            }
            assertTrue(ended instanceof Event.WriteEnded, ended.toString());
            assertEquals(0, right(0) | right((1 << 20) - 1));
        }
    }

    @Test
    void shouldPostNothingAfterTheFenceOfTheSender() throws Exception {
        openBoth();
        left.plane.fence(new Effect.Fence(SENDER, "right", 0));
        assertEquals(new Event.Fenced(SENDER, FenceStrength.PROVEN), left.next());
        left.plane.write(write(5, 4_096, 0));
        assertEquals(new Event.WriteEnded(5, WriteOutcome.NEVER), left.next());
    }

    @Test
    void shouldRefuseAWriteOutsideTheArenaOfThePeer() throws Exception {
        openBoth();
        left.plane.write(write(5, 4_096, LocalEnd.ARENA_BYTES - 4_095));
        assertEquals(new Event.LinkBroken(SENDER), left.next());
        assertEquals(new Event.WriteEnded(5, WriteOutcome.NEVER), left.next());
        left.plane.write(write(6, 4_096, -1));
        assertEquals(new Event.LinkBroken(SENDER), left.next());
        assertEquals(new Event.WriteEnded(6, WriteOutcome.NEVER), left.next());
        left.plane.write(new Effect.Write(7, SENDER, 0, 64, 1, 0, 4_096, 1_000));
        assertEquals(new Event.LinkBroken(SENDER), left.next());
        assertEquals(new Event.WriteEnded(7, WriteOutcome.NEVER), left.next());
    }

    @Test
    void shouldFailToOpenWhatIsNotInThisProcess() throws Exception {
        left.plane.open(new Effect.OpenPlane(SENDER, "right", access(Blob.EMPTY)));
        assertEquals(new Event.PlaneFailed(SENDER), left.next());
        left.plane.open(new Effect.OpenPlane(SENDER, "right", access(Blob.of(new byte[16]))));
        assertEquals(new Event.PlaneFailed(SENDER), left.next());
    }

    @Test
    void shouldFenceWhatItDoesNotKnow() throws Exception {
        left.plane.fence(new Effect.Fence(SENDER, "right", 0));
        assertEquals(new Event.Fenced(SENDER, FenceStrength.PROVEN), left.next());
    }

    @Test
    void shouldRefuseOneLifeOfAnAgentTwice() {
        assertThrows(IllegalStateException.class, () -> new LocalEnd("left", 11, fabric));
    }

    private static DescriptorPairs pairs(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    @Test
    void shouldPutPairsOfAllSizesDirectly() throws Exception {
        final long[] bytes = {1, 0, 31, 700_000, 4_096, 0, 262_143, 5};
        final MemorySegment source = owner.allocate(1 << 20);
        final MemorySegment destination = owner.allocate(2 << 20);
        fill(source, 9);
        left.memory.register(source);
        right.memory.register(destination.asSlice(0, 1_000_000));
        right.memory.register(destination.asSlice(1_000_000));
        final long[] from = new long[bytes.length];
        final long[] to = new long[bytes.length];
        long at = 3;
        for (int pair = 0; pair < bytes.length; pair++) {
            from[pair] = source.address() + at;
            to[pair] = destination.address() + at + (pair > 3 ? 900_000 : 0);
            at += bytes[pair] + 7;
        }
        left.plane.directPut(77, "right", 22, Blob.EMPTY, pairs(from, to, bytes));
        assertEquals(new Event.DirectEnded(77, WriteOutcome.LANDED), left.next());
        for (int pair = 0; pair < bytes.length; pair++) {
            final long offset = to[pair] - destination.address();
            final long start = from[pair] - source.address();
            assertEquals(
                    -1,
                    MemorySegment.mismatch(
                            source,
                            start,
                            start + bytes[pair],
                            destination,
                            offset,
                            offset + bytes[pair]));
            assertEquals(0, destination.get(ValueLayout.JAVA_BYTE, offset + bytes[pair]));
        }
    }

    @Test
    void shouldMoveNothingUnlessEveryPairIsInside() throws Exception {
        final MemorySegment source = owner.allocate(8_192);
        final MemorySegment destination = owner.allocate(8_192);
        fill(source, 9);
        left.memory.register(source);
        final MemoryRange range = right.memory.register(destination.asSlice(0, 4_096));
        final long from = source.address();
        final long to = destination.address();
        final Event never = new Event.DirectEnded(1, WriteOutcome.NEVER);
        put(new long[] {from, from}, new long[] {to, to + 4_090}, new long[] {8, 8});
        assertEquals(never, left.next());
        put(new long[] {from, from + 8_190}, new long[] {to, to + 8}, new long[] {8, 8});
        assertEquals(never, left.next());
        put(new long[] {from}, new long[] {-16}, new long[] {8});
        assertEquals(never, left.next());
        left.plane.directPut(
                1,
                "right",
                23,
                Blob.EMPTY,
                pairs(new long[] {from}, new long[] {to}, new long[] {8}));
        assertEquals(never, left.next());
        right.memory.retire(to);
        put(new long[] {from}, new long[] {to}, new long[] {8});
        assertEquals(never, left.next());
        assertEquals(0, destination.get(ValueLayout.JAVA_LONG, 0));
        assertTrue(range.foreignPuts().isClosed());
    }

    private void put(final long[] from, final long[] to, final long[] bytes) {
        left.plane.directPut(1, "right", 22, Blob.EMPTY, pairs(from, to, bytes));
    }

    @Test
    void shouldLetGoOfAPeerThatCloses() throws Exception {
        final MemorySegment source = owner.allocate(64);
        left.memory.register(source);
        openBoth();
        right.plane.close();
        left.plane.write(write(5, 64, 0));
        assertEquals(new Event.LinkBroken(SENDER), left.next());
        assertEquals(new Event.WriteEnded(5, WriteOutcome.NEVER), left.next());
        put(new long[] {source.address()}, new long[] {source.address()}, new long[] {8});
        assertEquals(new Event.DirectEnded(1, WriteOutcome.NEVER), left.next());
    }

    /// The wait is given up early here, as an interrupt does.
    @Test
    void shouldSayAtCloseWhetherAPutStillRuns() {
        final UseGate puts = fabric.member("right", 22).puts();
        assertTrue(puts.enter());
        Thread.currentThread().interrupt();
        try {
            assertFalse(right.plane.close());
        } finally {
            assertTrue(Thread.interrupted());
            puts.leave();
        }
        assertTrue(left.plane.close());
    }
}

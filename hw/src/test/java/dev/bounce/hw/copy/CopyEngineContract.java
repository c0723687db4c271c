package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of [CopyEngine]: what a gather of a plan and a scatter of its runs move is exactly
/// what the pairs say, and nothing beside it. Each implementation runs all of it.
@Timeout(60)
abstract class CopyEngineContract {
    private static final int POOL_BYTES = 4 << 20;
    private static final int ARENA_BYTES = 8 << 20;
    private static final byte CANARY = (byte) 0xC5;
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// Of every chunk.
    static final SealKey SEAL = new SealKey(1, 2, 3, 9, 1);

    /// Memory of one kind, and what copies in it.
    interface Bed extends AutoCloseable {
        DeviceMemory memory();

        CopyEngine copies();

        /// Memory that is not registered, freed with this bed.
        MemorySegment allocate(long bytes);

        /// Copies into memory of this kind.
        void write(long address, MemorySegment bytes);

        /// Copies out of memory of this kind.
        void read(long address, MemorySegment into);

        @Override
        void close();
    }

    private final Arena owner = Arena.ofShared();
    private final SplittableRandom random = new SplittableRandom(42);
    private Bed bed;
    private MemorySegment sources;
    private MemorySegment destinations;
    private MemorySegment sourceBytes;

    /// Opens a bed whose arena has that many bytes.
    abstract Bed open(long arenaBytes);

    /// The bed of this test, opened when it is first asked for.
    Bed bed() {
        if (bed == null) {
            open(POOL_BYTES, ARENA_BYTES);
        }
        return bed;
    }

    private void open(final long poolBytes, final long arenaBytes) {
        bed = open(arenaBytes);
        sources = bed.allocate(poolBytes);
        destinations = bed.allocate(poolBytes);
        sourceBytes = owner.allocate(poolBytes);
        for (long at = 0; at < poolBytes; at += Long.BYTES) {
            sourceBytes.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
        }
        bed.write(sources.address(), sourceBytes);
        poison();
        bed.memory().register(sources);
        bed.memory().register(destinations);
    }

    @AfterEach
    void close() {
        if (bed != null) {
            bed.close();
        }
        owner.close();
    }

    private MemorySegment canaries(final long bytes) {
        final MemorySegment segment = owner.allocate(bytes);
        segment.fill(CANARY);
        return segment;
    }

    private void poison() {
        bed.write(destinations.address(), canaries(destinations.byteSize()));
    }

    private static DescriptorPairs pairs(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    /// Pairs with gaps between them, their lengths drawn from `[least, most]`.
    DescriptorPairs pairs(final int count, final int least, final int most, final int skew) {
        bed();
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        long from = skew;
        long to = destinations.byteSize();
        for (int pair = 0; pair < count; pair++) {
            bytes[pair] = random.nextInt(least, most + 1);
            from += random.nextInt(0, 40);
            to -= bytes[pair] + random.nextInt(1, 40);
            source[pair] = sources.address() + from;
            destination[pair] = destinations.address() + to;
            from += bytes[pair];
        }
        return pairs(source, destination, bytes);
    }

    static TransferPlan plan(final DescriptorPairs pairs, final long chunkBytes) {
        return TransferPlan.of(pairs, new PlanLimits(chunkBytes, chunkBytes, 65_536, 1 << 20));
    }

    private CopyOutcome await(final boolean gather) {
        final List<CopyOutcome> outcomes = new ArrayList<>();
        final CopyEngine.Ends ends =
                (copyId, outcome) -> {
                    assertEquals(7, copyId);
                    outcomes.add(outcome);
                };
        final long end = System.nanoTime() + WAIT_NANOS;
        while (outcomes.isEmpty()) {
            assertTrue(System.nanoTime() < end, "no copy ended within 10 s");
            final int count =
                    gather ? bed.copies().pollGathers(ends) : bed.copies().pollScatters(ends);
            assertEquals(outcomes.size(), count);
            Thread.yield();
        }
        assertEquals(1, outcomes.size());
        return outcomes.getFirst();
    }

    CopyOutcome gather(final TransferPlan plan, final int chunk, final long region) {
        bed.copies().gather(7, plan, chunk, region, SEAL);
        return await(true);
    }

    private CopyOutcome scatter(final TransferPlan plan, final int chunk, final long region) {
        bed.copies().scatter(7, region, plan.regionBytes(chunk), plan.runs(chunk), SEAL);
        return await(false);
    }

    private CopyOutcome scatter(final long bytes, final ScatterRuns runs, final SealKey seal) {
        bed.copies().scatter(7, 0, bytes, runs, seal);
        return await(false);
    }

    private void move(final TransferPlan plan, final long region) {
        poison();
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            assertEquals(CopyOutcome.DONE, gather(plan, chunk, region));
            assertEquals(CopyOutcome.DONE, scatter(plan, chunk, region));
        }
    }

    private void moveAndVerify(
            final DescriptorPairs pairs, final TransferPlan plan, final long region) {
        move(plan, region);
        verify(pairs);
    }

    private void verify(final DescriptorPairs pairs) {
        final MemorySegment expected = canaries(destinations.byteSize());
        for (int pair = 0; pair < pairs.size(); pair++) {
            MemorySegment.copy(
                    sourceBytes,
                    pairs.source()[pair] - sources.address(),
                    expected,
                    pairs.destination()[pair] - destinations.address(),
                    pairs.bytes()[pair]);
        }
        final MemorySegment found = owner.allocate(destinations.byteSize());
        bed.read(destinations.address(), found);
        assertEquals(-1, expected.mismatch(found), "first byte that differs");
    }

    private void verifyUntouched() {
        verify(pairs(new long[0], new long[0], new long[0]));
    }

    private MemorySegment arena(final long offset, final long bytes) {
        final MemorySegment found = owner.allocate(bytes);
        bed.read(bed.memory().arenaAddress() + offset, found);
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 31, 32, 33, 4_095, 4_096, 65_537, 262_144, 2 << 20})
    void shouldMovePiecesOfOneSize(final int bytes) {
        final int count = Math.min(300, (POOL_BYTES - 4_000) / (bytes + 40));
        final DescriptorPairs pairs = pairs(count, bytes, bytes, 0);
        moveAndVerify(pairs, plan(pairs, 4 << 20), 64);
    }

    @Test
    void shouldMoveOneLargePiece() {
        final int bytes = 64 << 20;
        open(bytes + 4_096, bytes + 4_096);
        final DescriptorPairs pairs = pairs(1, bytes, bytes, 3);
        moveAndVerify(pairs, plan(pairs, 1 << 27), 0);
    }

    @Test
    void shouldMoveFromAndToAnyAlignment() {
        bed();
        for (int from = 0; from < 32; from++) {
            final int count = 32;
            final long[] source = new long[count];
            final long[] destination = new long[count];
            final long[] bytes = new long[count];
            for (int to = 0; to < count; to++) {
                source[to] = sources.address() + 8_192L * to + from;
                destination[to] = destinations.address() + 8_192L * to + to;
                bytes[to] = 1 + 64 * to + from;
            }
            final DescriptorPairs pairs = pairs(source, destination, bytes);
            moveAndVerify(pairs, plan(pairs, 1 << 20), 1_024);
        }
    }

    @Test
    void shouldMoveUnequalLayouts() {
        final DescriptorPairs pairs = pairs(700, 0, 9_000, 13);
        moveAndVerify(pairs, plan(pairs, 1 << 20), 4_096);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 4_096})
    void shouldMoveAStridedGrid(final int bytes) {
        bed();
        final int count = 300;
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] lengths = new long[count];
        for (int pair = 0; pair < count; pair++) {
            source[pair] = sources.address() + (count - 1L - pair) * (bytes + 1);
            destination[pair] = destinations.address() + 3 + 3L * bytes * pair;
            lengths[pair] = bytes;
        }
        final DescriptorPairs pairs = pairs(source, destination, lengths);
        final TransferPlan plan = plan(pairs, 4 << 20);
        assertEquals(1, plan.runs(0).size());
        moveAndVerify(pairs, plan, 0);
    }

    @Test
    void shouldMovePiecesThatCrossAbuttingRanges() {
        bed();
        bed.memory().remove(destinations.address());
        bed.memory().remove(sources.address());
        for (int at = 0; at < POOL_BYTES; at += POOL_BYTES / 16) {
            bed.memory().register(destinations.asSlice(at, POOL_BYTES / 16));
            bed.memory().register(sources.asSlice(at, POOL_BYTES / 16));
        }
        final DescriptorPairs pairs = pairs(3, 900_000, 1_000_000, 5);
        moveAndVerify(pairs, plan(pairs, 4 << 20), 0);
    }

    @Test
    void shouldSealBothEndsOfARegion() {
        final MemorySegment before = owner.allocate(ARENA_BYTES);
        before.fill((byte) 0x77);
        bed().write(bed.memory().arenaAddress(), before);
        final TransferPlan plan = plan(pairs(3, 100, 100, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 4_096));
        final long bytes = plan.regionBytes(0);
        final MemorySegment found = arena(4_095, bytes + 2);
        final ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
        assertEquals(SEAL.low(), found.get(layout, 1));
        assertEquals(SEAL.high(), found.get(layout, 9));
        assertEquals(0, found.get(layout, 17));
        assertEquals(0, found.get(layout, 25));
        assertEquals(SEAL.low(), found.get(layout, 1 + bytes - 16));
        assertEquals(SEAL.high(), found.get(layout, 1 + bytes - 8));
        assertEquals(0x77, found.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(0x77, found.get(ValueLayout.JAVA_BYTE, 1 + bytes));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 15, -16, -1})
    void shouldCopyNothingWhenASealIsBroken(final long at) {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        final long offset = at < 0 ? plan.regionBytes(0) + at : at;
        final MemorySegment one = arena(offset, 1);
        one.set(ValueLayout.JAVA_BYTE, 0, (byte) (one.get(ValueLayout.JAVA_BYTE, 0) ^ 1));
        bed.write(bed.memory().arenaAddress() + offset, one);
        assertEquals(CopyOutcome.SEAL_BROKEN, scatter(plan, 0, 0));
        verifyUntouched();
    }

    @Test
    void shouldFindTheSealOfAnotherChunkBroken() {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        final SealKey other = new SealKey(1, 2, 3, 9, 2);
        assertEquals(CopyOutcome.SEAL_BROKEN, scatter(plan.regionBytes(0), plan.runs(0), other));
        assertEquals(CopyOutcome.SEAL_BROKEN, scatter(40, plan.runs(0), SEAL));
        verifyUntouched();
    }

    @Test
    void shouldFailAGatherWhoseSourceIsNotRegistered() {
        final TransferPlan plan = plan(pairs(50, 10_000, 10_000, 0), 1 << 20);
        bed.memory().remove(sources.address());
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
    }

    @Test
    void shouldFailAGatherWhoseLastByteIsNotRegistered() {
        bed();
        // Behind the other pool there may be this one.
        final long end = Math.max(sources.address(), destinations.address()) + POOL_BYTES;
        final DescriptorPairs pairs =
                pairs(new long[] {end - 7}, new long[] {destinations.address()}, new long[] {8});
        assertEquals(CopyOutcome.FAILED, gather(plan(pairs, 1 << 20), 0, 0));
    }

    @Test
    void shouldFailAScatterWhoseDestinationIsNotRegistered() {
        final TransferPlan plan = plan(pairs(50, 10_000, 10_000, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        bed.memory().remove(destinations.address());
        assertEquals(CopyOutcome.FAILED, scatter(plan, 0, 0));
        verifyUntouched();
    }

    @Test
    void shouldFailAScatterThatReadsOutsideItsRegion() {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        final long bytes = plan.regionBytes(0);
        assertEquals(CopyOutcome.FAILED, scatter(bytes, run(bytes - 8, 16, 1), SEAL));
        assertEquals(CopyOutcome.FAILED, scatter(bytes, run(32, Long.MAX_VALUE, 3), SEAL));
        assertEquals(CopyOutcome.FAILED, scatter(bytes, run(-8, 8, 1), SEAL));
        assertEquals(CopyOutcome.DONE, scatter(bytes, run(32, 8, 1), SEAL));
    }

    private ScatterRuns run(final long regionOffset, final long pieceBytes, final int count) {
        return new ScatterRuns(
                new long[] {regionOffset},
                new long[] {destinations.address()},
                new long[] {0},
                new long[] {0},
                new long[] {pieceBytes},
                new int[] {count});
    }

    @Test
    void shouldRunManyCopiesAtATime() {
        final TransferPlan plan = plan(pairs(600, 1_000, 9_000, 0), 256 << 10);
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            bed.copies().gather(chunk, plan, chunk, (long) chunk << 18, SEAL);
        }
        final boolean[] seen = new boolean[plan.chunkCount()];
        final long end = System.nanoTime() + WAIT_NANOS;
        int count = 0;
        while (count < plan.chunkCount()) {
            assertTrue(System.nanoTime() < end, count + " copies ended within 10 s");
            count +=
                    bed.copies()
                            .pollGathers(
                                    (copyId, outcome) -> {
                                        assertEquals(CopyOutcome.DONE, outcome);
                                        assertFalse(seen[(int) copyId], "ended twice");
                                        seen[(int) copyId] = true;
                                    });
            Thread.yield();
        }
        assertEquals(0, bed.copies().pollGathers((_, _) -> {}));
    }
}

package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.HostMemory;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of [CopyEngine], shown on host memory: what a gather of a plan and a scatter of its
/// runs move is exactly what the pairs say, and nothing beside it.
@Timeout(30)
class HostCopyEngineTest {
    private static final int POOL_BYTES = 4 << 20;
    private static final int ARENA_BYTES = 8 << 20;
    private static final byte CANARY = (byte) 0xC5;
    private static final SealKey SEAL = new SealKey(1, 2, 3, 9, 1);

    private final HostMemory memory = new HostMemory(ARENA_BYTES);
    private final Semaphore ended = new Semaphore(0);
    private final CopyEngine copies =
            new HostCopyEngine(memory, new CopyPool("test", 2), ended::release);
    private final Arena owner = Arena.ofShared();
    private final MemorySegment sources = owner.allocate(POOL_BYTES);
    private final MemorySegment destinations = owner.allocate(POOL_BYTES);
    private final SplittableRandom random = new SplittableRandom(42);

    HostCopyEngineTest() {
        final byte[] bytes = new byte[POOL_BYTES];
        random.nextBytes(bytes);
        MemorySegment.copy(bytes, 0, sources, ValueLayout.JAVA_BYTE, 0, bytes.length);
        destinations.fill(CANARY);
        memory.register(sources);
        memory.register(destinations);
    }

    @AfterEach
    void close() {
        copies.close();
        memory.close();
        if (owner.scope().isAlive()) {
            owner.close();
        }
    }

    /// Pairs with gaps between them, their lengths drawn from `[least, most]`.
    private DescriptorPairs pairs(
            final int count, final int least, final int most, final int skew) {
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        long from = skew;
        long to = POOL_BYTES;
        for (int pair = 0; pair < count; pair++) {
            bytes[pair] = random.nextInt(least, most + 1);
            from += random.nextInt(0, 40);
            to -= bytes[pair] + random.nextInt(1, 40);
            source[pair] = sources.address() + from;
            destination[pair] = destinations.address() + to;
            from += bytes[pair];
        }
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    private static PlanLimits limits(final long chunkBytes) {
        return new PlanLimits(chunkBytes, chunkBytes, 65_536, 1 << 20);
    }

    private CopyOutcome await(final boolean gather) throws InterruptedException {
        assertTrue(ended.tryAcquire(10, TimeUnit.SECONDS), "no copy ended within 10 s");
        final List<CopyOutcome> outcomes = new ArrayList<>();
        final CopyEngine.Ends ends =
                (copyId, outcome) -> {
                    assertEquals(7, copyId);
                    outcomes.add(outcome);
                };
        assertEquals(1, gather ? copies.pollGathers(ends) : copies.pollScatters(ends));
        return outcomes.getFirst();
    }

    private CopyOutcome gather(final TransferPlan plan, final int chunk, final long region)
            throws InterruptedException {
        copies.gather(7, plan, chunk, region, SEAL);
        return await(true);
    }

    private CopyOutcome scatter(final TransferPlan plan, final int chunk, final long region)
            throws InterruptedException {
        copies.scatter(7, region, plan.regionBytes(chunk), plan.runs(chunk), SEAL);
        return await(false);
    }

    private void moveAndVerify(
            final DescriptorPairs pairs, final TransferPlan plan, final long region)
            throws InterruptedException {
        destinations.fill(CANARY);
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            assertEquals(CopyOutcome.DONE, gather(plan, chunk, region));
            assertEquals(CopyOutcome.DONE, scatter(plan, chunk, region));
        }
        final MemorySegment expected = owner.allocate(POOL_BYTES);
        expected.fill(CANARY);
        for (int pair = 0; pair < pairs.size(); pair++) {
            MemorySegment.copy(
                    sources,
                    pairs.source()[pair] - sources.address(),
                    expected,
                    pairs.destination()[pair] - destinations.address(),
                    pairs.bytes()[pair]);
        }
        assertEquals(-1, expected.mismatch(destinations), "first byte that differs");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 31, 32, 33, 4_095, 4_096, 65_537, 262_144, 2 << 20})
    void shouldMovePiecesOfOneSize(final int bytes) throws Exception {
        final int count = Math.min(300, (POOL_BYTES - 4_000) / (bytes + 40));
        final DescriptorPairs pairs = pairs(count, bytes, bytes, 0);
        moveAndVerify(pairs, TransferPlan.of(pairs, limits(4 << 20)), 64);
    }

    @Test
    void shouldMoveFromAndToAnyAlignment() throws Exception {
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
            final DescriptorPairs pairs =
                    new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
            final TransferPlan plan = TransferPlan.of(pairs, limits(1 << 20));
            for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
                assertEquals(CopyOutcome.DONE, gather(plan, chunk, 1_024));
                assertEquals(CopyOutcome.DONE, scatter(plan, chunk, 1_024));
            }
            for (int to = 0; to < count; to++) {
                final long start = 8_192L * to;
                assertEquals(
                        -1,
                        MemorySegment.mismatch(
                                sources,
                                start + from,
                                start + from + bytes[to],
                                destinations,
                                start + to,
                                start + to + bytes[to]));
                assertEquals(
                        CANARY, destinations.get(ValueLayout.JAVA_BYTE, start + to + bytes[to]));
            }
        }
    }

    @Test
    void shouldMoveUnequalLayouts() throws Exception {
        final DescriptorPairs pairs = pairs(700, 0, 9_000, 13);
        moveAndVerify(pairs, TransferPlan.of(pairs, limits(1 << 20)), 4_096);
    }

    @Test
    void shouldMovePiecesThatCrossAbuttingRanges() throws Exception {
        memory.remove(destinations.address());
        memory.remove(sources.address());
        for (int at = 0; at < POOL_BYTES; at += POOL_BYTES / 16) {
            memory.register(destinations.asSlice(at, POOL_BYTES / 16));
            memory.register(sources.asSlice(at, POOL_BYTES / 16));
        }
        final DescriptorPairs pairs = pairs(3, 900_000, 1_000_000, 5);
        moveAndVerify(pairs, TransferPlan.of(pairs, limits(4 << 20)), 0);
    }

    @Test
    void shouldSealBothEndsOfARegion() throws Exception {
        memory.arena().fill((byte) 0x77);
        final DescriptorPairs pairs = pairs(3, 100, 100, 0);
        final TransferPlan plan = TransferPlan.of(pairs, limits(1 << 20));
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 4_096));
        final long end = 4_096 + plan.regionBytes(0);
        final ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
        assertEquals(SEAL.low(), memory.arena().get(layout, 4_096));
        assertEquals(SEAL.high(), memory.arena().get(layout, 4_104));
        assertEquals(0, memory.arena().get(layout, 4_112));
        assertEquals(0, memory.arena().get(layout, 4_120));
        assertEquals(SEAL.low(), memory.arena().get(layout, end - 16));
        assertEquals(SEAL.high(), memory.arena().get(layout, end - 8));
        assertEquals(0x77, memory.arena().get(ValueLayout.JAVA_BYTE, 4_095));
        assertEquals(0x77, memory.arena().get(ValueLayout.JAVA_BYTE, end));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 15, -16, -1})
    void shouldCopyNothingWhenASealIsBroken(final long at) throws Exception {
        final DescriptorPairs pairs = pairs(50, 100, 100, 0);
        final TransferPlan plan = TransferPlan.of(pairs, limits(1 << 20));
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        final long offset = at < 0 ? plan.regionBytes(0) + at : at;
        final byte old = memory.arena().get(ValueLayout.JAVA_BYTE, offset);
        memory.arena().set(ValueLayout.JAVA_BYTE, offset, (byte) (old ^ 1));
        assertEquals(CopyOutcome.SEAL_BROKEN, scatter(plan, 0, 0));
        final MemorySegment untouched = owner.allocate(POOL_BYTES);
        untouched.fill(CANARY);
        assertEquals(-1, untouched.mismatch(destinations));
    }

    @Test
    void shouldFindTheSealOfAnotherChunkBroken() throws Exception {
        final TransferPlan plan = TransferPlan.of(pairs(50, 100, 100, 0), limits(1 << 20));
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        copies.scatter(7, 0, plan.regionBytes(0), plan.runs(0), new SealKey(1, 2, 3, 9, 2));
        assertEquals(CopyOutcome.SEAL_BROKEN, await(false));
        copies.scatter(7, 0, 40, plan.runs(0), SEAL);
        assertEquals(CopyOutcome.SEAL_BROKEN, await(false));
    }

    @Test
    void shouldFailAGatherWhoseSourceIsNotRegistered() throws Exception {
        final TransferPlan plan = TransferPlan.of(pairs(50, 10_000, 10_000, 0), limits(1 << 20));
        memory.remove(sources.address());
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
    }

    @Test
    void shouldFailAGatherWhoseSourceWasFreed() throws Exception {
        final TransferPlan plan = TransferPlan.of(pairs(50, 10_000, 10_000, 0), limits(1 << 20));
        owner.close();
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
    }

    @Test
    void shouldFailAScatterWhoseDestinationIsNotRegistered() throws Exception {
        final TransferPlan plan = TransferPlan.of(pairs(50, 10_000, 10_000, 0), limits(1 << 20));
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        memory.remove(destinations.address());
        assertEquals(CopyOutcome.FAILED, scatter(plan, 0, 0));
    }

    @Test
    void shouldFailAScatterThatReadsOutsideItsRegion() throws Exception {
        final TransferPlan plan = TransferPlan.of(pairs(50, 100, 100, 0), limits(1 << 20));
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        final long bytes = plan.regionBytes(0);
        copies.scatter(7, 0, bytes, run(bytes - 8, 16, 1), SEAL);
        assertEquals(CopyOutcome.FAILED, await(false));
        copies.scatter(7, 0, bytes, run(32, Long.MAX_VALUE, 3), SEAL);
        assertEquals(CopyOutcome.FAILED, await(false));
        copies.scatter(7, 0, bytes, run(-8, 8, 1), SEAL);
        assertEquals(CopyOutcome.FAILED, await(false));
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
    void shouldRunManyCopiesAtATime() throws Exception {
        final DescriptorPairs pairs = pairs(600, 1_000, 9_000, 0);
        final TransferPlan plan = TransferPlan.of(pairs, limits(256 << 10));
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            copies.gather(chunk, plan, chunk, (long) chunk << 18, SEAL);
        }
        assertTrue(ended.tryAcquire(plan.chunkCount(), 10, TimeUnit.SECONDS));
        final boolean[] seen = new boolean[plan.chunkCount()];
        final int count =
                copies.pollGathers(
                        (copyId, outcome) -> {
                            assertEquals(CopyOutcome.DONE, outcome);
                            seen[(int) copyId] = true;
                        });
        assertEquals(plan.chunkCount(), count);
        assertEquals(0, copies.pollGathers((_, _) -> {}));
        for (final boolean one : seen) {
            assertTrue(one);
        }
    }
}

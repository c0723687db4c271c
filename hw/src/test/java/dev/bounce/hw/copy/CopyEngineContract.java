package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of [CopyEngine]: what a gather of a plan and a scatter of its runs move is exactly
/// what the pairs say, and nothing beside it. Each implementation runs all of it.
@Timeout(60)
abstract class CopyEngineContract extends CopyPools {
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

    /// On a GPU such a plan takes several launches, and only the first one looks at the seals.
    @Test
    void shouldCopyNothingOfAPlanOfManyRunsWhenASealIsBroken() {
        final TransferPlan plan = plan(pairs(1_500, 1, 400, 13), 1 << 20);
        assertTrue(plan.runs(0).size() > 1_000, plan.runs(0).size() + " runs");
        for (int again = 0; again < 300; again++) {
            assertEquals(CopyOutcome.SEAL_BROKEN, scatter(plan.regionBytes(0), plan.runs(0), SEAL));
            assertEquals(0, bed.copies().pollScatters((_, _) -> {}));
        }
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

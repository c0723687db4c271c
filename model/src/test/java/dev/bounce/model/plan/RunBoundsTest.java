package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bounce.model.plan.RunBounds.Verdict;
import dev.bounce.model.wire.ScatterRuns;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunBoundsTest {
    /// Payload of 256 bytes, at region offsets `[32, 288)`.
    private static final long REGION = 256 + SealKey.OVERHEAD_BYTES;

    private static final long BASE = 0x10000;
    private static final long MOST = Long.MAX_VALUE;
    private final MemoryRanges ranges = new MemoryRanges();

    @BeforeEach
    void registerMemory() {
        ranges.add(BASE, 0x1000);
        ranges.add(BASE + 0x2000, 0x1000);
    }

    /// Region offset, destination, destination stride, region stride, piece bytes, count.
    private static ScatterRuns runs(final long... fields) {
        final int size = fields.length / 6;
        final ScatterRuns runs =
                new ScatterRuns(
                        new long[size],
                        new long[size],
                        new long[size],
                        new long[size],
                        new long[size],
                        new int[size]);
        for (int i = 0; i < size; i++) {
            runs.regionOffset()[i] = fields[6 * i];
            runs.destination()[i] = fields[6 * i + 1];
            runs.destinationStride()[i] = fields[6 * i + 2];
            runs.regionStride()[i] = fields[6 * i + 3];
            runs.pieceBytes()[i] = fields[6 * i + 4];
            runs.count()[i] = (int) fields[6 * i + 5];
        }
        return runs;
    }

    private void expect(final Verdict verdict, final long... fields) {
        assertEquals(verdict, RunBounds.check(runs(fields), REGION, 64, ranges));
    }

    @Test
    void shouldAcceptRunsThatFillPayloadAndRange() {
        expect(Verdict.OK, 32, BASE, 0, 0, 256, 1);
        expect(Verdict.OK, 32, BASE, 64, 32, 32, 8);
        expect(Verdict.OK, 32, BASE, 64, 32, 32, 4, 160, BASE + 0x2000, 0, 0, 128, 1);
    }

    @Test
    void shouldRefuseNoRuns() {
        expect(Verdict.MALFORMED);
    }

    @Test
    void shouldRefuseCountsBelowOne() {
        expect(Verdict.MALFORMED, 32, BASE, 0, 0, 32, 0);
        expect(Verdict.MALFORMED, 32, BASE, 0, 0, 32, -1);
        expect(Verdict.MALFORMED, 32, BASE, 0, 0, 32, Integer.MIN_VALUE);
    }

    @Test
    void shouldRefusePiecesBelowOneByte() {
        expect(Verdict.MALFORMED, 32, BASE, 0, 0, 0, 1);
        expect(Verdict.MALFORMED, 32, BASE, 0, 0, -32, 1);
    }

    @Test
    void shouldRefuseNegativeStrides() {
        expect(Verdict.MALFORMED, 64, BASE + 64, -32, 32, 32, 2);
        expect(Verdict.MALFORMED, 64, BASE, 32, -32, 32, 2);
    }

    @Test
    void shouldRefuseMorePiecesThanCapacityBeforeLookingAtAny() {
        expect(Verdict.OK, 32, BASE, 1, 1, 1, 64);
        expect(Verdict.MALFORMED, 32, BASE, 1, 1, 1, 65);
        expect(Verdict.MALFORMED, 32, BASE, 1, 1, 1, 60, 32, BASE, 1, 1, 1, 5);
        expect(
                Verdict.MALFORMED,
                32,
                BASE,
                0,
                0,
                1,
                Integer.MAX_VALUE,
                32,
                BASE,
                0,
                0,
                1,
                Integer.MAX_VALUE);
    }

    @Test
    void shouldRefuseMoreBytesThanThePayload() {
        // Strides of 0 keep every piece in bounds; without the sum one run could copy for days.
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, 256, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, 5, 64);
        expect(Verdict.OK, 32, BASE, 0, 0, 4, 64);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, MOST, 64);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, 1L << 62, 4);
    }

    @Test
    void shouldRefuseToReadTheSeals() {
        expect(Verdict.OUT_OF_BOUNDS, 31, BASE, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 0, BASE, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, -1, BASE, 0, 0, 32, 1);
        expect(Verdict.OK, 256, BASE, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 257, BASE, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, MOST, BASE, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, 257, 1);
    }

    @Test
    void shouldRefuseToReadTheNeighbourByStride() {
        expect(Verdict.OK, 32, BASE, 32, 224, 32, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 32, 225, 32, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 32, MOST, 32, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 32, 1L << 62, 1, 5);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 32, 1L << 60, 1, 17);
    }

    @Test
    void shouldRefuseDestinationsOutsideRegisteredMemory() {
        expect(Verdict.OK, 32, BASE + 0xFE0, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE + 0xFE1, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE - 1, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE + 0x1000, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, 0, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, -1, 0, 0, 32, 1);
    }

    @Test
    void shouldRefuseAPieceInTheHoleBetweenRanges() {
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0x1000, 32, 32, 3);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE + 0xFF0, 0x20, 32, 32, 2);
    }

    @Test
    void shouldAcceptAStrideFromRangeToRange() {
        expect(Verdict.OK, 32, BASE, 0x2000, 32, 32, 2);
        expect(Verdict.OK, 32, BASE + 0xFE0, 0x1020, 32, 32, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0x2000, 32, 32, 3);
    }

    @Test
    void shouldAcceptARunAcrossRangesThatAbut() {
        ranges.add(BASE + 0x1000, 0x1000);
        expect(Verdict.OK, 32, BASE + 0xF80, 0, 0, 256, 1);
        expect(Verdict.OK, 32, BASE, 0x1000, 32, 32, 3);
    }

    @Test
    void shouldRefuseDestinationsThatWrap() {
        ranges.add(-0x1000, 0xFFF);
        ranges.add(0, 0x100);
        expect(Verdict.OK, 32, -0x21, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, -0x20, 0, 0, 32, 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, -0x1000, 0x1000, 32, 32, 2);
        expect(Verdict.OUT_OF_BOUNDS, 32, -0x1000, 1L << 62, 32, 32, 5);
        expect(Verdict.OUT_OF_BOUNDS, 32, 0, MOST, 32, 32, 4);
    }

    @Test
    void shouldStrideOverMoreThanHalfTheAddressSpace() {
        ranges.add(0, 0x100);
        ranges.add(-0x1000, 0x100);
        expect(Verdict.OK, 32, 2, MOST - 0x7FF, 32, 32, 2 - 1);
        expect(Verdict.OUT_OF_BOUNDS, 32, 2, MOST - 0x7FF, 32, 32, 2);
        ranges.add(MOST - 0x7FF, 0x100);
        expect(Verdict.OK, 32, 2, MOST - 0x7FF, 32, 32, 2);
        expect(Verdict.OK, 32, 2, MOST - 0x7FF, 32, 32, 3);
    }

    @Test
    void shouldRefuseAllRunsWhenOneIsWrong() {
        expect(Verdict.OUT_OF_BOUNDS, 32, BASE, 0, 0, 32, 1, 64, 0, 0, 0, 32, 1);
        expect(Verdict.MALFORMED, 0, 0, 0, 0, 32, 1, 64, BASE, 0, 0, 32, 0);
    }

    @Test
    void shouldRefuseEverythingInARegionWithoutPayload() {
        for (final long region : new long[] {48, 17, 0, -1, Long.MIN_VALUE + 100}) {
            assertEquals(
                    Verdict.OUT_OF_BOUNDS,
                    RunBounds.check(runs(32, BASE, 0, 0, 1, 1), region, 64, ranges));
        }
    }

    @Test
    void shouldCheckAMillionStridedPiecesByTheGapsAlone() {
        ranges.add(1L << 40, 1L << 40);
        final int count = 1 << 20;
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () ->
                        assertEquals(
                                Verdict.OK,
                                RunBounds.check(
                                        runs(32, 1L << 40, 4_096, 32, 32, count),
                                        32L * count + 48,
                                        count,
                                        address -> {
                                            assertEquals(1L << 40, address);
                                            return ranges.bytesFrom(address);
                                        })));
    }
}

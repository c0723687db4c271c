package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PlanLimitsTest {
    @Test
    void shouldNameTheComponentOutOfRange() {
        assertRefused("maxRegionBytes 48 is outside [49, 4611686018427387904]", 48, 49, 1, 1);
        assertRefused("rampBytes 0 is outside [49, 4611686018427387904]", 49, 0, 1, 1);
        assertRefused("maxChunks 0 is outside [1, 2147483647]", 49, 49, 0, 1);
        assertRefused("maxRuns -1 is outside [1, 2147483647]", 49, 49, 1, -1);
        assertRefused(
                "maxRegionBytes 4611686018427387905 is outside [49, 4611686018427387904]",
                (1L << 62) + 1,
                49,
                1,
                1);
    }

    @Test
    void shouldAllowOnePiecePer256BytesAndAtLeast1024() {
        assertEquals(131_071, Layouts.DEFAULT_LIMITS.maxPieces());
        assertEquals(1_024, new PlanLimits(4_096, 4_096, 1, Integer.MAX_VALUE).maxPieces());
        assertEquals(1_024, new PlanLimits(256 * 1_024 + 48, 49, 1, Integer.MAX_VALUE).maxPieces());
        assertEquals(1_025, new PlanLimits(256 * 1_025 + 48, 49, 1, Integer.MAX_VALUE).maxPieces());
    }

    @Test
    void shouldNotAllowMorePiecesThanRuns() {
        assertEquals(3, new PlanLimits(32L << 20, 49, 1, 3).maxPieces());
        assertEquals(
                Integer.MAX_VALUE, new PlanLimits(1L << 62, 49, 1, Integer.MAX_VALUE).maxPieces());
    }

    private static void assertRefused(
            final String message,
            final long maxRegionBytes,
            final long rampBytes,
            final int maxChunks,
            final int maxRuns) {
        assertEquals(
                message,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new PlanLimits(maxRegionBytes, rampBytes, maxChunks, maxRuns))
                        .getMessage());
    }
}

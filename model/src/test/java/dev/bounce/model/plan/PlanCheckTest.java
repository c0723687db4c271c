package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.ScatterRuns;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The checker of plans has to find every kind of fault.
class PlanCheckTest {
    private static final PlanLimits LIMITS = new PlanLimits(1_072, 1_072, 2, 3);

    private final DescriptorPairs pairs =
            new PairList()
                    .add(0x1000, 0x9000, 100)
                    .add(0x2000, 0xA000, 32)
                    .add(0x3000, 0xA080, 32)
                    .pairs();
    private final int[] endPiece = {3};
    private final long[] regionBytes = {32 + 192 + 16};
    private final long[] payloadBytes = {164};
    private final long[] source = {0x1000, 0x2000, 0x3000};
    private final long[] offset = {0, 128, 160};
    private final long[] bytes = {100, 32, 32};
    private ScatterRuns runs;

    @BeforeEach
    void makeRuns() {
        runs =
                new ScatterRuns(
                        new long[] {32, 160},
                        new long[] {0x9000, 0xA000},
                        new long[] {0, 0x80},
                        new long[] {0, 32},
                        new long[] {100, 32},
                        new int[] {1, 2});
    }

    private String violation(final PlanLimits limits) {
        return PlanCheck.violation(
                pairs,
                limits,
                TransferPlan.of(
                        new TransferPlan.Parts(
                                endPiece,
                                regionBytes,
                                payloadBytes,
                                List.of(runs),
                                source,
                                offset,
                                bytes,
                                0)));
    }

    private void assertFound(final String part) {
        final String violation = violation(LIMITS);
        assertNotNull(violation);
        assertTrue(violation.contains(part), violation);
    }

    @Test
    void shouldFindNothingInAGoodPlan() {
        assertNull(violation(LIMITS));
    }

    @Test
    void shouldFindAWrongSource() {
        source[1]++;
        assertFound("copies other bytes");
    }

    @Test
    void shouldFindAWrongDestination() {
        runs.destination()[0]--;
        assertFound("copies other bytes");
    }

    @Test
    void shouldFindAWrongStride() {
        runs.destinationStride()[1]++;
        assertFound("copies other bytes");
    }

    @Test
    void shouldFindARunThatReadsElsewhere() {
        runs.regionOffset()[1] += 32;
        assertFound("which is no piece");
    }

    @Test
    void shouldFindAPieceThatIsNotScattered() {
        runs.count()[1] = 1;
        assertFound("is not scattered");
    }

    @Test
    void shouldFindAPieceScatteredTwice() {
        runs.count()[1] = 3;
        assertFound("which is no piece");
    }

    @Test
    void shouldFindAMisalignedPiece() {
        offset[1] = 112;
        assertFound("piece 1 at");
    }

    @Test
    void shouldFindPiecesThatOverlap() {
        offset[1] = 96;
        assertFound("piece 1 at");
    }

    @Test
    void shouldFindARegionOfTheWrongSize() {
        regionBytes[0]--;
        assertFound("ends at");
    }

    @Test
    void shouldFindAWrongPayload() {
        payloadBytes[0]--;
        assertFound("payload");
    }

    @Test
    void shouldFindEveryLimitPassed() {
        assertNotNull(violation(new PlanLimits(239, 239, 2, 3)));
        assertNotNull(violation(new PlanLimits(240, 240, 2, 2)));
        assertNull(violation(new PlanLimits(240, 240, 2, 3)));
    }
}

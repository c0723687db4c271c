package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertNull;

/// Plans for tests of the planner: each has passed [PlanCheck].
final class CheckedPlans {
    private CheckedPlans() {}

    /// Limits without a ramp.
    static PlanLimits cap(final long payloadBytes) {
        final long region = payloadBytes + SealKey.OVERHEAD_BYTES;
        return new PlanLimits(region, region, 65_536, 1_048_576);
    }

    /// The plan, after it was checked against the definition of one.
    static TransferPlan plan(final PairList list, final PlanLimits limits) {
        final DescriptorPairs pairs = list.pairs();
        final TransferPlan plan = TransferPlan.of(pairs, limits);
        assertNull(PlanCheck.violation(pairs, limits, plan));
        return plan;
    }

    /// What a plan says of itself, after it was checked.
    static PlanStatistics statistics(final PairList list, final PlanLimits limits) {
        plan(list, limits);
        return PlanStatistics.of(list.pairs(), limits);
    }
}

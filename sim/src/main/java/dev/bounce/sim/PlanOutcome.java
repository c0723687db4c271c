package dev.bounce.sim;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.Eligibility;
import dev.bounce.model.plan.GateContext;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.TransferPlan;
import java.util.Optional;

/// What an agent with some configuration would do with a transfer, if its peer has the same, is
/// READY, and both sides are the same kind of memory.
///
/// @param subject what is planned
/// @param gate what the gate says
/// @param limits what it was planned with
/// @param plan the plan, also where the gate says no; empty only if it cannot be made
record PlanOutcome(
        PlanSubject subject, Eligibility gate, PlanLimits limits, Optional<TransferPlan> plan) {

    /// Asks the gate and plans.
    static PlanOutcome of(final PlanSubject subject, final BounceConfig config) {
        final PlanLimits limits =
                new PlanLimits(
                        config.arena().maxChunkBytes(),
                        config.arena().rampBytes(),
                        config.limits().maxChunks(),
                        config.limits().maxRuns());
        final GateContext context =
                new GateContext(config.enabled(), true, true, MemoryKind.HOST, MemoryKind.HOST);
        final Eligibility gate = Eligibility.of(subject.pairs(), config.gate(), limits, context);
        final Optional<TransferPlan> plan =
                switch (Eligibility.ofPlan(subject.pairs(), limits)) {
                    case Eligibility.Admitted _ ->
                            Optional.of(TransferPlan.of(subject.pairs(), limits));
                    case Eligibility.Refused _ -> Optional.empty();
                };
        return new PlanOutcome(subject, gate, limits, plan);
    }
}

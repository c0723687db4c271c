package dev.bounce.model.plan;

import dev.bounce.model.config.GateConfig;

/// How a transfer goes: the gate has decided.
public sealed interface Transfer {
    /// Gathered, written by chunk, scattered.
    record Coalesced(TransferPlan plan) implements Transfer {}

    /// Each pair by itself.
    ///
    /// @param pairs what to move
    /// @param reason why it is not coalesced
    record Direct(DescriptorPairs pairs, Ineligibility reason) implements Transfer {}

    /// Asks the gate and plans what it admits.
    static Transfer of(
            final DescriptorPairs pairs,
            final GateConfig gate,
            final PlanLimits limits,
            final GateContext context) {
        return switch (Eligibility.of(pairs, gate, limits, context)) {
            case Eligibility.Admitted _ -> new Coalesced(TransferPlan.of(pairs, limits));
            case Eligibility.Refused refused -> new Direct(pairs, refused.reason());
        };
    }
}

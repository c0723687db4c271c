package dev.bounce.model.plan;

/// How a transfer goes: the gate has decided.
public sealed interface Transfer {
    /// Gathered, written by chunk, scattered.
    record Coalesced(TransferPlan plan) implements Transfer {}

    /// Each pair by itself.
    ///
    /// @param pairs what to move
    /// @param reason why it is not coalesced
    record Direct(DescriptorPairs pairs, Ineligibility reason) implements Transfer {}
}

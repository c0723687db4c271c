package dev.bounce.hw;

import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.model.plan.Ineligibility;

/// How a transfer ended.
///
/// @param outcome what became of it; `null` iff it was refused, then nothing was done
/// @param refusal why it was refused, else `null`
/// @param delivered every byte is known to be in its destination
/// @param quiescent nothing of this transfer will write its destination any more. If it went direct
///     and this is false, its puts may also still read their sources: these must keep their bytes
///     until the next deregistration of their range has completed, which waits for the puts
/// @param route which way it went
/// @param directReason why it went direct, `null` if it did not
/// @param timings how long it took
public record TransferResult(
        Outcome outcome,
        Refusal refusal,
        boolean delivered,
        boolean quiescent,
        TransferRoute route,
        Ineligibility directReason,
        TransferTimings timings) {

    /// Whether every byte is in its destination, acknowledged.
    public boolean isSuccess() {
        return outcome == Outcome.SUCCESS;
    }
}

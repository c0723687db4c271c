package dev.bounce.hw;

/// How long a transfer took, in nanoseconds from the call of `submit`.
///
/// @param acceptedNanos until the engine had it; the gate, the plan and the wait for `ready` are in
///     it; 0 if it never did
/// @param resolvedNanos until it was over
public record TransferTimings(long acceptedNanos, long resolvedNanos) {}

package dev.bounce.model.config;

/// Time-outs. Each runs from the last progress of what it watches.
///
/// @param requestTimeoutNanos no progress of an open request
/// @param closeTimeoutNanos from the start of CLOSING until the caller gets its answer
/// @param writeTimeoutNanos a posted write without outcome becomes DIRTY
/// @param copyTimeoutNanos a gather or scatter without end fails the agent
public record TimeoutConfig(
        long requestTimeoutNanos,
        long closeTimeoutNanos,
        long writeTimeoutNanos,
        long copyTimeoutNanos) {}

package dev.bounce.model.config;

/// Time-outs, 1 ns to 30 days. Each runs from the last progress of what it watches. None can be
/// switched off: clean-up that is off is a leak.
///
/// @param requestTimeoutNanos no progress of an open request
/// @param closeTimeoutNanos from the start of CLOSING until the caller gets its answer
/// @param writeTimeoutNanos a posted write without outcome becomes DIRTY
/// @param copyTimeoutNanos a gather or scatter without end fails the agent
public record TimeoutConfig(
        long requestTimeoutNanos,
        long closeTimeoutNanos,
        long writeTimeoutNanos,
        long copyTimeoutNanos) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public TimeoutConfig {
        ConfigKey.TIMEOUT_REQUEST.require(requestTimeoutNanos);
        ConfigKey.TIMEOUT_CLOSE.require(closeTimeoutNanos);
        ConfigKey.TIMEOUT_WRITE.require(writeTimeoutNanos);
        ConfigKey.TIMEOUT_COPY.require(copyTimeoutNanos);
    }
}

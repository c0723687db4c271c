package dev.bounce.model.config;

/// How credits are scheduled.
///
/// @param minWindow fewest regions a flow may hold when it asks for them, `[1, 65536]`: a flow
///     without a window never moves
/// @param maxWindow most regions a flow may hold, `[1, 65536]`, at least `minWindow`
///     ([BounceConfig])
/// @param drainTimeoutNanos longest time other grants wait for one head that does not fit, 1 ns to
///     30 days: without any, a large chunk could starve
public record SchedulerConfig(int minWindow, int maxWindow, long drainTimeoutNanos) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public SchedulerConfig {
        ConfigKey.SCHEDULER_MIN_WINDOW.require(minWindow);
        ConfigKey.SCHEDULER_MAX_WINDOW.require(maxWindow);
        ConfigKey.SCHEDULER_DRAIN_TIMEOUT.require(drainTimeoutNanos);
    }
}

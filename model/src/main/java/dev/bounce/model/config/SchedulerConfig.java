package dev.bounce.model.config;

/// How credits are scheduled.
///
/// @param minWindow fewest regions a flow may hold when it asks for them, at least 1
/// @param maxWindow most regions a flow may hold
/// @param drainTimeoutNanos longest time other grants wait for one head that does not fit
public record SchedulerConfig(int minWindow, int maxWindow, long drainTimeoutNanos) {}

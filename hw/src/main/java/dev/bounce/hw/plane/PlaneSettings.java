package dev.bounce.hw.plane;

import java.util.function.LongSupplier;

/// What every plane over UCX is told.
///
/// @param name of the agent
/// @param clock of the engine, in nanoseconds; any thread
/// @param openNanos time in which a link has to open
/// @param stallNanos time after which a write or a direct transfer without progress breaks its
///     connection
/// @param fenceDelayNanos T of a fence that is assumed
/// @param networkInterface that is used, `null` for those that UCX picks
/// @param wakeUp called after each event, on any thread; must not block
public record PlaneSettings(
        String name,
        LongSupplier clock,
        long openNanos,
        long stallNanos,
        long fenceDelayNanos,
        String networkInterface,
        Runnable wakeUp) {}

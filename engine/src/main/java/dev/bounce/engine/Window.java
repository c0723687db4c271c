package dev.bounce.engine;

import dev.bounce.model.config.SchedulerConfig;

/// How many regions a flow may hold: 2 + ceil(loop time / chunk time) within the configured bounds
/// (design 2.5). Loop time is the shortest time from a grant to its DATA in this epoch; chunk time
/// the smoothed time between the DATA of two chunks that were under way together.
final class Window {
    private final SchedulerConfig config;

    Window(final SchedulerConfig config) {
        this.config = config;
    }

    /// The window for flows of that epoch; the middle of the bounds while nothing is measured.
    int of(final ReceiverEpoch epoch) {
        if (epoch.loopNanos == Long.MAX_VALUE || epoch.chunkNanos == 0) {
            return (config.minWindow() + config.maxWindow() + 1) / 2;
        }
        final long chunksPerLoop = Math.ceilDiv(epoch.loopNanos, epoch.chunkNanos);
        return Math.clamp(2 + chunksPerLoop, config.minWindow(), config.maxWindow());
    }

    /// DATA of a chunk was accepted: the window of its flow from here on, never below what it
    /// holds.
    int measure(final Flow flow, final int chunk, final long nowNanos) {
        final ReceiverEpoch epoch = flow.epoch;
        epoch.loopNanos = Math.min(epoch.loopNanos, nowNanos - flow.grantedNanos[chunk]);
        if (epoch.lastDataNanos > 0 && flow.grantedNanos[chunk] <= epoch.lastDataNanos) {
            final long gap = Math.max(1, nowNanos - epoch.lastDataNanos);
            epoch.chunkNanos =
                    epoch.chunkNanos == 0 ? gap : epoch.chunkNanos + (gap - epoch.chunkNanos) / 8;
        }
        epoch.lastDataNanos = nowNanos;
        return Math.max(of(epoch), flow.demand.held);
    }
}

package dev.bounce.sim.world;

/// Three budgets of a phase in which something must come to rest: virtual time since the last
/// request was resolved, virtual time in all, and events.
final class Watchdog {
    private static final long MOST_EVENTS_WITHOUT_PROGRESS = 1_000_000;
    private static final long MOST_EVENTS = 20_000_000;
    private static final long MOST_PATIENCES = 100;

    private final long patienceNanos;
    private long startNanos;
    private long startEvents;
    private long progressNanos;
    private long progressEvents;
    private long resolved;

    /// @param patienceNanos longest time without progress
    Watchdog(final long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    /// A phase begins.
    void start(final long nowNanos, final long events, final long resolvedCount) {
        startNanos = nowNanos;
        startEvents = events;
        progress(nowNanos, events, resolvedCount);
    }

    /// Which budget is spent, in words; `null` if none is.
    String check(final long nowNanos, final long events, final long resolvedCount) {
        if (resolvedCount != resolved) {
            progress(nowNanos, events, resolvedCount);
            return null;
        }
        if (nowNanos - progressNanos > patienceNanos) {
            return "no progress for " + (nowNanos - progressNanos) + " ns";
        }
        if (events - progressEvents > MOST_EVENTS_WITHOUT_PROGRESS) {
            return "no progress for " + (events - progressEvents) + " events";
        }
        if (nowNanos - startNanos > MOST_PATIENCES * patienceNanos) {
            return "no rest for " + (nowNanos - startNanos) + " ns";
        }
        return events - startEvents > MOST_EVENTS
                ? "no rest for " + (events - startEvents) + " events"
                : null;
    }

    private void progress(final long nowNanos, final long events, final long resolvedCount) {
        progressNanos = nowNanos;
        progressEvents = events;
        resolved = resolvedCount;
    }
}

package dev.bounce.hw.plane;

import java.util.concurrent.atomic.LongAdder;

/// What a plane over UCX has counted. Any thread.
public final class PlaneCounters {
    private final LongAdder placed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder broken = new LongAdder();
    private final LongAdder provenFences = new LongAdder();
    private final LongAdder assumedFences = new LongAdder();

    void placed() {
        placed.increment();
    }

    void refused() {
        refused.increment();
    }

    void broken() {
        broken.increment();
    }

    void fenced(final boolean proven) {
        (proven ? provenFences : assumedFences).increment();
    }

    /// Messages whose bytes were placed.
    public long placedCount() {
        return placed.sum();
    }

    /// Messages whose bytes were not placed, because no grant or range of this agent held them.
    public long refusedCount() {
        return refused.sum();
    }

    /// Links that an error ended.
    public long brokenCount() {
        return broken.sum();
    }

    /// Fences after which nothing can land.
    public long provenFenceCount() {
        return provenFences.sum();
    }

    /// Fences that rest on a time.
    public long assumedFenceCount() {
        return assumedFences.sum();
    }
}

package dev.bounce.hw.plane;

import java.util.concurrent.atomic.LongAdder;

/// The counters behind [PlaneFigures]. Any thread.
final class PlaneCounters {
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

    PlaneFigures figures() {
        return new PlaneFigures(
                placed.sum(), refused.sum(), broken.sum(), provenFences.sum(), assumedFences.sum());
    }
}

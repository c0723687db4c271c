package dev.bounce.hw.bench.serving;

import dev.bounce.model.kv.Holdings;
import dev.bounce.model.kv.KvInvariants;
import dev.bounce.model.kv.RequestView;
import java.util.List;

/// The highest values of what a worker holds, and its invariants, looked at after every step.
final class Gauges {
    private int rows;
    private int prompts;
    private int pinned;
    private int window;

    /// @throws AssertionError naming the invariant that does not hold
    void look(final Holdings holdings, final List<RequestView> views, final long nowNanos) {
        int holding = 0;
        for (final RequestView view : views) {
            holding += holdings.pool().blocks(view.id()).length > 0 ? 1 : 0;
        }
        prompts = Math.max(prompts, holding);
        rows = Math.max(rows, holdings.rowsTaken());
        pinned = Math.max(pinned, holdings.pool().pinned());
        window = Math.max(window, holdings.window().counted(nowNanos));
        final String fault = KvInvariants.fault(holdings, views, nowNanos);
        if (fault != null) {
            throw new AssertionError(fault);
        }
    }

    int rowsPeak() {
        return rows;
    }

    int promptsPeak() {
        return prompts;
    }

    int pinnedPeak() {
        return pinned;
    }

    int windowPeak() {
        return window;
    }
}

package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import java.util.ArrayList;
import java.util.List;

/// From the moment an application takes memory back nothing more begins to be scattered there, what
/// was queued included (rule 17).
public final class WithdrawnIsLeft implements Checker {
    private final List<Range> ranges = new ArrayList<>();

    /// Memory of a life.
    private static final class Range {
        private final long instance;
        private final long base;
        private final long bytes;
        private boolean isWithdrawn;

        Range(final long instance, final long base, final long bytes) {
            this.instance = instance;
            this.base = base;
            this.bytes = bytes;
        }
    }

    @Override
    public String property() {
        return "WithdrawnIsLeft";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {
        final long instance = ledger.life(agent).instance();
        if (event instanceof Event.MemoryRegistered registered) {
            ranges.removeIf(range -> range.instance == instance && range.base == registered.base());
            ranges.add(new Range(instance, registered.base(), registered.length()));
        } else if (event instanceof Event.MemoryDeregistered withdrawn) {
            for (final Range range : ranges) {
                range.isWithdrawn |= range.instance == instance && range.base == withdrawn.base();
            }
        }
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (!(effect instanceof Effect.Scatter scatter)) {
            return;
        }
        final long instance = ledger.life(agent).instance();
        for (int index = 0; index < ranges.size(); index++) {
            final Range range = ranges.get(index);
            if (range.isWithdrawn && range.instance == instance && touches(scatter, range)) {
                throw violation(
                        "agent "
                                + agent
                                + " scatters "
                                + scatter.copyId()
                                + " into memory that was taken back");
            }
        }
    }

    private static boolean touches(final Effect.Scatter scatter, final Range range) {
        for (final long address : scatter.runs().destination()) {
            if (Long.compareUnsigned(address - range.base, range.bytes) < 0) {
                return true;
            }
        }
        return false;
    }
}

package dev.bounce.hw;

import dev.bounce.hw.idle.SpinBudget;
import java.util.concurrent.TimeUnit;

/// How the reactor passes the time when it finds nothing to do: after work it spins, then yields,
/// both bounded, and only then blocks. After a transfer it spins for the [SpinBudget]; after
/// anything else, such as an answer to a keep-alive, for a moment only.
final class IdleStrategy {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int YIELDS = 50;

    private final long spinNanos;
    private long spinUntilNanos;
    private int yields = YIELDS;

    /// @param cpus usable by this process
    /// @param nowNanos as for [#idle]
    IdleStrategy(final int cpus, final long nowNanos) {
        spinNanos = SpinBudget.nanos(cpus);
        spinUntilNanos = nowNanos;
    }

    /// Something was done.
    ///
    /// @param transfer whether transfers are under way, or are about to be
    void worked(final boolean transfer, final long nowNanos) {
        yields = 0;
        final long budget = transfer ? spinNanos : Math.min(spinNanos, MOMENT_NANOS);
        spinUntilNanos = Math.max(spinUntilNanos, nowNanos + budget);
    }

    /// Nothing was done.
    ///
    /// @param polled whether something runs whose end only a look finds: then it is never time
    /// @param nowNanos never decreases
    /// @return whether it is time to block
    boolean idle(final boolean polled, final long nowNanos) {
        if (spinNanos > 0 && (polled || nowNanos < spinUntilNanos)) {
            Thread.onSpinWait();
            return false;
        }
        if (polled || yields < YIELDS) {
            yields++;
            Thread.yield();
            return false;
        }
        return true;
    }
}

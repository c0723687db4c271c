package dev.bounce.hw.idle;

import java.util.concurrent.TimeUnit;

/// How long a thread that serves transfers spins after the last of them, before it blocks. To wake
/// a blocked thread costs tens of microseconds each time, and a transfer passes through several of
/// them; but a thread that spins on few CPUs takes them from those it waits for.
public final class SpinBudget {
    /// Fewest usable CPUs at which anything spins.
    public static final int SPINNING_CPUS = 8;

    private static final int MANY_CPUS = 16;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private SpinBudget() {}

    /// Nanoseconds after the last transfer; 0 = it never spins.
    ///
    /// @param cpus usable by this process
    public static long nanos(final int cpus) {
        if (cpus < SPINNING_CPUS) {
            return 0;
        }
        return cpus < MANY_CPUS ? SHORT_NANOS : LONG_NANOS;
    }

    /// For the CPUs that this process may use now.
    public static long nanos() {
        return nanos(Runtime.getRuntime().availableProcessors());
    }
}

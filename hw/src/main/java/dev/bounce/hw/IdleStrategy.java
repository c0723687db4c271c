package dev.bounce.hw;

/// How the reactor passes the time when it finds nothing to do: after work it spins, then yields,
/// both bounded, and only then blocks. Spinning reactors on few CPUs take them from the threads
/// they wait for, so below [#SPINNING_CPUS] it does not spin.
final class IdleStrategy {
    /// Fewest usable CPUs at which a reactor spins.
    static final int SPINNING_CPUS = 8;

    private static final int SPINS = 2_000;
    private static final int YIELDS = 50;

    private final int spins;
    private int idleTurns;

    /// @param cpus usable by this process
    IdleStrategy(final int cpus) {
        spins = cpus >= SPINNING_CPUS ? SPINS : 0;
        idleTurns = spins + YIELDS;
    }

    /// Something was done.
    void worked() {
        idleTurns = 0;
    }

    /// Nothing was done.
    ///
    /// @param polled whether something runs whose end only a look finds: then it is never time
    /// @return whether it is time to block
    boolean idle(final boolean polled) {
        if (polled) {
            if (spins > 0) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            return false;
        }
        if (idleTurns >= spins + YIELDS) {
            return true;
        }
        idleTurns++;
        if (idleTurns <= spins) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return false;
    }
}

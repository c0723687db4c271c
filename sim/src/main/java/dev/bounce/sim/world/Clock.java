package dev.bounce.sim.world;

/// The clock of one agent: it starts anywhere, runs a little too fast or too slow, and may jump
/// forward.
final class Clock {
    private static final long MILLION = 1_000_000;

    private final long offsetNanos;
    private long driftPerMillion;
    private long jumpedNanos;

    /// @param offsetNanos what it shows when the world begins
    Clock(final long offsetNanos) {
        this.offsetNanos = offsetNanos;
    }

    /// Sets how much it gains in a million, before the world begins.
    void drift(final long perMillion) {
        driftPerMillion = perMillion;
    }

    /// Jumps forward.
    void jump(final long nanos) {
        jumpedNanos += nanos;
    }

    /// What it shows at a moment of the world.
    long at(final long worldNanos) {
        return worldNanos
                + Math.floorDiv(worldNanos * driftPerMillion, MILLION)
                + offsetNanos
                + jumpedNanos;
    }

    /// The first moment of the world at which it shows `clockNanos` or more.
    long worldTime(final long clockNanos) {
        final long shown = clockNanos - offsetNanos - jumpedNanos;
        if (driftPerMillion == 0) {
            return shown;
        }
        final long rate = MILLION + driftPerMillion;
        long world = shown / rate * MILLION + shown % rate * MILLION / rate - 1;
        while (at(world) < clockNanos) {
            world++;
        }
        return world;
    }
}

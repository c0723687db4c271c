package dev.bounce.model.config;

/// Arithmetic of values that are not negative. What exceeds 2^63 - 1 is that, so that a derived
/// bound never turns into no bound.
final class Saturating {
    private Saturating() {}

    static long add(final long left, final long right) {
        final long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long multiply(final long left, final long right) {
        final long low = left * right;
        return Math.multiplyHigh(left, right) != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    /// A hundredth, rounded up.
    static long percent(final long value) {
        return value / 100 + (value % 100 == 0 ? 0 : 1);
    }
}

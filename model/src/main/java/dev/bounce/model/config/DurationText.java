package dev.bounce.model.config;

/// Durations as text: digits and, without a blank, `ns`, `us`, `ms`, `s`, `m` or `h` in lower case.
/// A unit is never guessed.
public final class DurationText {
    private static final String[] UNITS = {"h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000, 1_000, 1
    };

    private DurationText() {}

    /// Nanoseconds that `text` stands for, `[0, 2^63)`.
    ///
    /// @throws IllegalArgumentException if it is written in any other way or is too large; the
    ///     message says which and does not repeat the text
    public static long parse(final String text) {
        final int end = Digits.end(text);
        if (end == 0) {
            throw new IllegalArgumentException("is not a duration");
        }
        if (end == text.length()) {
            throw new IllegalArgumentException("has no unit of time");
        }
        final String suffix = text.substring(end);
        for (int unit = 0; unit < UNITS.length; unit++) {
            if (UNITS[unit].equals(suffix)) {
                return Digits.parse(text, 0, end, NANOS[unit]);
            }
        }
        throw new IllegalArgumentException("is not a duration");
    }

    /// The exact duration in the largest unit that divides it, such as `30s` or `1500ms`.
    ///
    /// @param nanos not negative
    public static String format(final long nanos) {
        int unit = nanos == 0 ? UNITS.length - 1 : 0;
        while (nanos % NANOS[unit] != 0) {
            unit++;
        }
        return nanos / NANOS[unit] + UNITS[unit];
    }
}

package dev.bounce.model.config;

/// Strict unsigned decimals: ASCII digits only, so no sign, no blank and no other script.
final class Digits {
    private Digits() {}

    /// Index behind the digits that `text` begins with.
    static int end(final String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /// The number in `[from, to)` times `unit`.
    ///
    /// @throws IllegalArgumentException if there is anything but digits, or it exceeds 2^63 - 1
    static long parse(final String text, final int from, final int to, final long unit) {
        if (from == to || Digits.end(text.substring(from, to)) != to - from) {
            throw new IllegalArgumentException("is not a number");
        }
        long value = 0;
        try {
            for (int index = from; index < to; index++) {
                value = Math.addExact(Math.multiplyExact(value, 10), text.charAt(index) - '0');
            }
            return Math.multiplyExact(value, unit);
        } catch (final ArithmeticException _) {
            throw new IllegalArgumentException("is too large");
        }
    }
}

package dev.bounce.model.config;

import java.util.Locale;

/// Sizes as text: digits and, without a blank, nothing or `B`, `K`, `KB`, `KiB`, `M`, `MB`, `MiB`,
/// `G`, `GB`, `GiB` in any case. All units are powers of two.
public final class ByteSize {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

    private ByteSize() {}

    /// Bytes that `text` stands for, `[0, 2^63)`.
    ///
    /// @throws IllegalArgumentException if it is written in any other way or is too large; the
    ///     message says which and does not repeat the text
    public static long parse(final String text) {
        final int end = Digits.end(text);
        if (end == 0) {
            throw new IllegalArgumentException("is not a size");
        }
        final int shift =
                switch (text.substring(end).toLowerCase(Locale.ROOT)) {
                    case "", "b" -> 0;
                    case "k", "kb", "kib" -> 10;
                    case "m", "mb", "mib" -> 20;
                    case "g", "gb", "gib" -> 30;
                    default -> throw new IllegalArgumentException("is not a size");
                };
        return Digits.parse(text, 0, end, 1L << shift);
    }

    /// The exact size in the largest unit that divides it, such as `512MiB` or `1000B`.
    ///
    /// @param bytes not negative
    public static String format(final long bytes) {
        int unit = 0;
        long count = bytes;
        while (unit < UNITS.length - 1 && count != 0 && count % 1024 == 0) {
            count /= 1024;
            unit++;
        }
        return count + UNITS[unit];
    }
}

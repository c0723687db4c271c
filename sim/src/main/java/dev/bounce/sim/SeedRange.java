package dev.bounce.sim;

/// Seeds from `first` to `last`, both included.
///
/// @param first at least 0
/// @param last at least `first`
public record SeedRange(long first, long last) {
    private static final String SEPARATOR = "..";

    /// The range of one seed.
    public static SeedRange of(final long seed) {
        return new SeedRange(seed, seed);
    }

    /// Reads `FIRST..LAST`.
    ///
    /// @throws IllegalArgumentException in one line that names the value and says what to write
    public static SeedRange parse(final String text) {
        final int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is not a range of seeds, write FIRST..LAST, for example 1..200");
        }
        final long first = seed(text.substring(0, separator), text);
        final long last = seed(text.substring(separator + SEPARATOR.length()), text);
        if (first > last) {
            throw new IllegalArgumentException(
                    "'" + text + "' is empty, FIRST must not be larger than LAST");
        }
        if (last - first >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "'" + text + "' has more than " + Integer.MAX_VALUE + " seeds");
        }
        return new SeedRange(first, last);
    }

    /// Reads one seed.
    ///
    /// @throws IllegalArgumentException in one line that names the value and says what to write
    public static long parseSeed(final String text) {
        return seed(text, text);
    }

    /// Number of seeds.
    public int size() {
        return (int) (last - first + 1);
    }

    @Override
    public String toString() {
        return first + SEPARATOR + last;
    }

    private static long seed(final String digits, final String text) {
        try {
            final long seed = Long.parseLong(digits);
            if (seed >= 0) {
                return seed;
            }
        } catch (final NumberFormatException malformed) {
            // Falls through to the message below, which names the whole argument.
        }
        throw new IllegalArgumentException(
                (digits.equals(text) ? "" : "'" + digits + "' in ")
                        + "'"
                        + text
                        + "' is not a seed, write a number from 0 to "
                        + Long.MAX_VALUE);
    }
}

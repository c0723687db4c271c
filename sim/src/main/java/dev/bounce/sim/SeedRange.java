package dev.bounce.sim;

import java.util.ArrayList;
import java.util.List;

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

    /// Whether both have a seed in common.
    public boolean overlaps(final SeedRange other) {
        return first <= other.last && other.first <= last;
    }

    /// Puts a range among others that it does not overlap: they stay ascending, and neighbours
    /// become one.
    static void insert(final List<SeedRange> ranges, final SeedRange range) {
        int at = ranges.size();
        while (at > 0 && ranges.get(at - 1).first > range.first) {
            at--;
        }
        ranges.add(at, range);
        if (at + 1 < ranges.size() && ranges.get(at + 1).first == range.last + 1) {
            ranges.set(at, new SeedRange(range.first, ranges.remove(at + 1).last));
        }
        if (at > 0 && ranges.get(at - 1).last + 1 == range.first) {
            ranges.set(at - 1, new SeedRange(ranges.get(at - 1).first, ranges.remove(at).last));
        }
    }

    /// What is left of a range without others, which are ascending.
    static List<SeedRange> without(final SeedRange whole, final List<SeedRange> taken) {
        final List<SeedRange> left = new ArrayList<>();
        long next = whole.first;
        for (final SeedRange range : taken) {
            if (range.first > next) {
                left.add(new SeedRange(next, range.first - 1));
            }
            next = Math.max(next, range.last + 1);
        }
        if (next <= whole.last) {
            left.add(new SeedRange(next, whole.last));
        }
        return left;
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

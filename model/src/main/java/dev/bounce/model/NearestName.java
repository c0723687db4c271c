package dev.bounce.model;

import java.util.List;

/// Finds the name that somebody probably meant.
public final class NearestName {
    private NearestName() {}

    /// The name at the least [#distance] from `name`; the first of several.
    ///
    /// @param names at least one
    public static String of(final String name, final List<String> names) {
        String nearest = names.getFirst();
        int least = Integer.MAX_VALUE;
        for (final String candidate : names) {
            final int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /// How many insertions, deletions and substitutions lie between two names (Levenshtein 1965).
    public static int distance(final String left, final String right) {
        int[] above = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= left.length(); row++) {
            final int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                final int same = left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(
                                above[column - 1] + same,
                                Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[right.length()];
    }
}

package dev.bounce.model.config;

/// How far apart two names are: insertions, deletions and substitutions (Levenshtein 1965).
final class EditDistance {
    private EditDistance() {}

    static int between(final String left, final String right) {
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

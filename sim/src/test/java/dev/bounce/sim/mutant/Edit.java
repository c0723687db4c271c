package dev.bounce.sim.mutant;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One place of the sources that a mutant changes. White space counts as present or absent only, so
/// that a formatter may break lines elsewhere.
///
/// @param file a path below the checkout
/// @param find what stands there, exactly once in the file
/// @param replace what stands there instead
record Edit(String file, String find, String replace) {

    /// How often the place occurs in a source.
    int occurrences(final String source) {
        return (int) pattern().matcher(source).results().count();
    }

    /// The source with the change.
    ///
    /// @throws IllegalArgumentException in one line unless the place occurs exactly once
    String applyTo(final String source) {
        final int found = occurrences(source);
        if (found != 1) {
            throw new IllegalArgumentException(
                    "'" + find + "' occurs " + found + " times in " + file + " instead of once");
        }
        return pattern().matcher(source).replaceFirst(Matcher.quoteReplacement(replace));
    }

    private Pattern pattern() {
        return Pattern.compile(
                Arrays.stream(find.strip().split("\\s+"))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("\\s+")));
    }
}

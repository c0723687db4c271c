package dev.bounce.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Rules of style that the compiler and the formatter do not see.
final class SourceStyle {
    /// A type of more lines is worth a look, so it is listed, not refused.
    static final int LINES_WARN = 350;

    private static final int LINES_MAX = 450;
    private static final int COLUMNS_MAX = 100;

    /// Split in two, so that this file passes its own rule.
    private static final Pattern LEFT_OPEN =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b|@Dis" + "abled");

    private static final Pattern SLEEP = Pattern.compile("Thread\\." + "sleep\\(");
    private static final Pattern EMPTY_NAME =
            Pattern.compile("^Abstract.*|.*(Util|Utils|Manager|Impl|Helper)$");

    private SourceStyle() {}

    /// What is wrong with a Java file, one sentence each; empty if nothing is.
    ///
    /// @param name of the file, without folders
    static List<String> findings(final String name, final List<String> lines) {
        final List<String> findings = new ArrayList<>();
        if (EMPTY_NAME.matcher(name.replace(".java", "")).matches()) {
            findings.add("name says nothing: call it after what it is");
        }
        if (lines.size() > LINES_MAX) {
            findings.add(lines.size() + " lines, at most " + LINES_MAX + ": split it by concern");
        }
        for (int i = 0; i < lines.size(); i++) {
            final String line = lines.get(i);
            final String where = "line " + (i + 1) + ": ";
            if (LEFT_OPEN.matcher(line).find()) {
                findings.add(where + "left open; do it or file an issue");
            }
            if (SLEEP.matcher(line).find()) {
                findings.add(where + "waits for time instead of an event");
            }
            if (line.length() > COLUMNS_MAX && line.strip().startsWith("///")) {
                // The formatter leaves these comments as they are.
                findings.add(where + line.length() + " columns, at most " + COLUMNS_MAX);
            }
        }
        return findings;
    }
}

package dev.bounce.sim;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.bounce.sim.replay.Replayed;
import dev.bounce.sim.replay.Replayed.Difference;
import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.trace.TraceLine.Kind;
import java.util.Locale;

/// Shows what came of a replay.
final class ReplayReport {
    private static final String SCHEMA = "bounce.replay/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final int BEFORE = 60;
    private static final int AFTER = 120;

    private ReplayReport() {}

    /// For people.
    ///
    /// @param followed how far the specification follows the run, `null` if it was not asked
    static String text(final Replayed replayed, final Conformance.Result followed) {
        final StringBuilder text = new StringBuilder();
        final Difference difference = replayed.difference();
        if (difference == null) {
            line(text, replayed.steps() + " steps replayed, every line is the same");
        } else {
            final int at = firstDifference(difference);
            line(text, "line " + difference.lineNumber() + " differs from character " + (at + 1));
            line(text, "  expected: " + around(difference.expected(), at));
            line(text, "  actual:   " + around(difference.actual(), at));
            if (replayed.isOtherBuild()) {
                line(text, "another build wrote the trace: the difference may be meant");
            }
        }
        if (replayed.property() != null) {
            line(text, "violates " + replayed.property() + ": " + replayed.end().observed());
        }
        if (followed != null && followed.isAccepted()) {
            line(text, "a behaviour of the specification, all " + followed.entries() + " entries");
        } else if (followed != null) {
            line(
                    text,
                    "the specification follows "
                            + followed.followed()
                            + " of "
                            + followed.entries()
                            + " entries, not the next: "
                            + followed.next());
        }
        return text.toString();
    }

    /// For programs, as one line.
    ///
    /// @param followed how far the specification follows the run, `null` if it was not asked
    static String json(final Replayed replayed, final Conformance.Result followed) {
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("kind", replayed.head().kind().name().toLowerCase(Locale.ROOT));
        if (replayed.head().kind() == Kind.SIMULATION) {
            json.addProperty("seed", replayed.head().seed());
            json.addProperty("profile", replayed.head().profile());
        }
        json.addProperty("steps", replayed.steps());
        json.addProperty("same", replayed.isSame());
        json.addProperty("otherBuild", replayed.isOtherBuild());
        if (followed != null) {
            json.addProperty("specAccepted", followed.isAccepted());
        }
        if (replayed.difference() != null) {
            final JsonObject difference = new JsonObject();
            difference.addProperty("line", replayed.difference().lineNumber());
            difference.addProperty("expected", replayed.difference().expected());
            difference.addProperty("actual", replayed.difference().actual());
            json.add("difference", difference);
        }
        if (replayed.property() != null) {
            json.addProperty("property", replayed.property());
            json.addProperty("observed", replayed.end().observed());
        }
        return GSON.toJson(json) + System.lineSeparator();
    }

    private static int firstDifference(final Difference difference) {
        final String expected = difference.expected();
        final String actual = difference.actual() == null ? "" : difference.actual();
        int at = 0;
        while (at < Math.min(expected.length(), actual.length())
                && expected.charAt(at) == actual.charAt(at)) {
            at++;
        }
        return at;
    }

    private static String around(final String line, final int at) {
        if (line == null) {
            return "(no more lines)";
        }
        final int start = at <= BEFORE + AFTER ? 0 : at - BEFORE;
        final int end = Math.min(line.length(), at + AFTER);
        return (start > 0 ? "..." : "")
                + line.substring(start, end)
                + (end < line.length() ? "..." : "");
    }

    private static void line(final StringBuilder text, final String line) {
        text.append(line).append(System.lineSeparator());
    }
}

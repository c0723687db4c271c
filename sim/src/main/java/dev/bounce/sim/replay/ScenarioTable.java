package dev.bounce.sim.replay;

import com.google.gson.JsonElement;
import dev.bounce.sim.replay.ScenarioFile.Change;
import dev.bounce.sim.replay.ScenarioFile.Step;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// A scenario as a table: step, action, what changed.
public final class ScenarioTable {
    private ScenarioTable() {}

    /// Prints the steps up to one.
    ///
    /// @param until number of the last step, from 1
    public static void print(final ScenarioFile scenario, final long until, final PrintWriter out) {
        final List<Step> steps =
                scenario.steps().stream().filter(step -> step.number() <= until).toList();
        int width = "action".length();
        for (final Step step : steps) {
            width = Math.max(width, action(step).length());
        }
        out.println(
                "model "
                        + scenario.model()
                        + ", planted bug "
                        + scenario.bug()
                        + ", constants "
                        + text(scenario.constants()));
        row(out, width, "step", "action", "what changed");
        row(out, width, "1", "", "(initial state)");
        for (final Step step : steps) {
            String number = Integer.toString(step.number());
            String action = action(step);
            for (final String change : changes(step)) {
                row(out, width, number, action, change);
                number = "";
                action = "";
            }
        }
        if (steps.size() == scenario.steps().size()) {
            if (scenario.backTo() > 0) {
                out.println("and again from step " + scenario.backTo() + " on, for ever");
            }
            out.println("violates " + scenario.property());
        }
    }

    private static void row(
            final PrintWriter out,
            final int width,
            final String step,
            final String action,
            final String what) {
        final String padded = action + " ".repeat(width - action.length());
        out.printf("%4s | %s | %s%n", step, padded, what);
    }

    private static String action(final Step step) {
        final List<String> arguments = new ArrayList<>();
        step.arguments().forEach(argument -> arguments.add(text(argument)));
        return step.action()
                + (arguments.isEmpty() ? "" : "(" + String.join(", ", arguments) + ")");
    }

    private static List<String> changes(final Step step) {
        final List<String> changes = new ArrayList<>();
        for (final Change change : step.changes()) {
            if (change.from() == null) {
                changes.add(change.path() + ": + " + text(change.to()));
            } else if (change.to() == null) {
                changes.add(change.path() + ": - " + text(change.from()));
            } else {
                changes.add(
                        change.path() + ": " + text(change.from()) + " -> " + text(change.to()));
            }
        }
        return changes.isEmpty() ? List.of("(nothing)") : changes;
    }

    private static String text(final JsonElement value) {
        return value == null ? "" : value.toString().replace("\"", "");
    }
}

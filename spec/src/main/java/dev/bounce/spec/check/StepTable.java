package dev.bounce.spec.check;

import dev.bounce.spec.check.Counterexample.Taken;
import dev.bounce.spec.tla.Change;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A [Counterexample] for people: one line per change, beside the step that made it.
final class StepTable {
    private StepTable() {}

    /// The table, ending with a new line.
    static String of(final Counterexample counterexample) {
        final List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"step", "action", "what changed"});
        rows.add(new String[] {"1", "", "(initial state)"});
        for (final Taken taken : counterexample.steps()) {
            boolean isFirst = true;
            for (final String change : changes(taken)) {
                rows.add(
                        new String[] {
                            isFirst ? Integer.toString(taken.number()) : "",
                            isFirst ? call(taken) : "",
                            change
                        });
                isFirst = false;
            }
        }
        final int width = rows.stream().mapToInt(row -> row[1].length()).max().orElse(0);
        final StringBuilder text = new StringBuilder();
        for (final String[] row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT, "%4s | %-" + width + "s | %s%n", row[0], row[1], row[2]));
        }
        return text.append(end(counterexample)).toString();
    }

    private static List<String> changes(final Taken taken) {
        return taken.changes().isEmpty()
                ? List.of("(nothing)")
                : taken.changes().stream().map(Change::toString).toList();
    }

    private static String call(final Taken taken) {
        return taken.action()
                + (taken.arguments().isEmpty()
                        ? ""
                        : taken.arguments().stream()
                                .map(TlaValue::plain)
                                .collect(Collectors.joining(", ", "(", ")")));
    }

    private static String end(final Counterexample counterexample) {
        final int last = counterexample.steps().size() + 1;
        final String violated = "violates " + counterexample.property() + System.lineSeparator();
        if (counterexample.backTo() == 0) {
            return violated;
        }
        return (counterexample.backTo() == last
                        ? "and nothing happens any more: "
                        : "and again from step " + counterexample.backTo() + " on, for ever: ")
                + violated;
    }
}

package dev.bounce.spec.tlc;

import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One state of a counterexample and the action that led to it.
///
/// @param number from 1
/// @param action its name; empty for the initial state
/// @param texts the variables' values as TLC printed them, in its order
public record Step(int number, String action, Map<String, String> texts) {
    private static final Pattern HEAD = Pattern.compile("(\\d+): <(\\w+)[^\\n]*\\n(?s:(.*))");
    private static final Pattern INITIAL = Pattern.compile("\\d+: <Initial predicate>.*");
    private static final Pattern VARIABLE =
            Pattern.compile("^(?:/\\\\ )?(\\w+) = ((?:.*)(?:\\R(?!/\\\\ ).*)*)", Pattern.MULTILINE);

    public Step {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }

    /// Reads what TLC prints for one state: a numbered head and the conjunction of its variables.
    static Step parse(final String text) {
        final Matcher head = HEAD.matcher(text);
        if (!head.matches()) {
            throw new IllegalArgumentException("no state of a trace: " + text);
        }
        final boolean isInitial = INITIAL.matcher(text.lines().findFirst().orElse("")).matches();
        return new Step(
                Integer.parseInt(head.group(1)),
                isInitial ? "" : head.group(2),
                variables(head.group(3)));
    }

    /// Reads a state without a head.
    public static Map<String, String> variables(final String text) {
        final Map<String, String> texts = new LinkedHashMap<>();
        final Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            texts.put(variable.group(1), variable.group(2).strip());
        }
        return texts;
    }

    /// The variables' values.
    public Map<String, TlaValue> state() {
        final Map<String, TlaValue> state = new LinkedHashMap<>();
        texts.forEach((variable, text) -> state.put(variable, TlaParser.parse(text)));
        return state;
    }
}

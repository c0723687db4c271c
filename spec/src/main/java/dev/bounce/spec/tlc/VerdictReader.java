package dev.bounce.spec.tlc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes a [Verdict] of TLC's messages. Whatever does not fit is a failure, never a success.
final class VerdictReader {
    private static final int INVARIANT_VIOLATED_INITIALLY = 2107;
    private static final int PROPERTY_VIOLATED_INITIALLY = 2108;
    private static final int INVARIANT_VIOLATED = 2110;
    private static final int STEP_PROPERTY_VIOLATED = 2112;
    private static final int DEADLOCK = 2114;
    private static final int TEMPORAL_PROPERTY_VIOLATED = 2116;
    private static final int TRACE_FOLLOWS = 2121;
    private static final int BACK_TO_STATE = 2122;
    private static final int SUCCESS = 2193;
    private static final int DEPTH = 2194;
    private static final int STATS = 2199;
    private static final int STATE = 2217;
    private static final int STUTTERING = 2218;
    private static final int COUNTEREXAMPLE_FOLLOWS = 2264;
    private static final int ACTION_COVERAGE = 2772;

    private static final Pattern COUNTS =
            Pattern.compile(
                    "([\\d,]+) states generated[^,]*(?:\\([^)]*\\))?,"
                            + " ([\\d,]+) distinct states found[^,]*(?:\\([^)]*\\))?,"
                            + " ([\\d,]+) states left on queue\\.");
    private static final Pattern COVERED = Pattern.compile("<(\\w+) line [^>]*>: (\\d+):(\\d+)");
    private static final Pattern NUMBER = Pattern.compile("(\\d+)");
    private static final Pattern VIOLATED =
            Pattern.compile("(?:Invariant|Property|Action property) (\\S+) is violated(?s:(.*))");
    private static final Pattern PARSER_WARNS = Pattern.compile("\\*\\*\\* Warnings: \\d+");
    private static final int PLAIN_LINES_SHOWN = 20;

    private final Predicate<String> isAllowedWarning;
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final SortedMap<String, ActionCount> coverage = new TreeMap<>();
    private Verdict.Kind violated;
    private String property = "";
    private boolean isDeadlock;
    private boolean isSuccess;
    private int backTo;
    private int depth;
    private Progress counts = new Progress(0, 0, 0);

    /// @param isAllowedWarning which warnings of TLC do not matter
    VerdictReader(final Predicate<String> isAllowedWarning) {
        this.isAllowedWarning = isAllowedWarning;
    }

    /// Takes the next message.
    void accept(final Message message) {
        switch (message.code()) {
            case SUCCESS -> isSuccess = true;
            case STATS -> counts = progress(message.text()).orElse(counts);
            case DEPTH -> depth = firstNumber(message.text());
            case STATE -> steps.add(Step.parse(message.text() + "\n"));
            case STUTTERING -> backTo = steps.size();
            case BACK_TO_STATE -> backTo = firstNumber(message.text());
            case ACTION_COVERAGE -> cover(message.text());
            case DEADLOCK -> isDeadlock = true;
            case INVARIANT_VIOLATED, INVARIANT_VIOLATED_INITIALLY ->
                    violation(Verdict.Kind.INVARIANT, message.text());
            case STEP_PROPERTY_VIOLATED, PROPERTY_VIOLATED_INITIALLY ->
                    violation(Verdict.Kind.STEP, message.text());
            case TEMPORAL_PROPERTY_VIOLATED -> violated = Verdict.Kind.TEMPORAL;
            case TRACE_FOLLOWS, COUNTEREXAMPLE_FOLLOWS -> {}
            default -> problem(message);
        }
    }

    private void problem(final Message message) {
        final int severity = message.severity();
        if (severity == Message.ERROR || severity == Message.BUG) {
            errors.add(message.text());
        } else if (severity == Message.WARNING && !isAllowedWarning.test(message.text())) {
            warnings.add(message.text());
        }
    }

    private void violation(final Verdict.Kind kind, final String text) {
        final Matcher named = VIOLATED.matcher(text);
        if (!named.matches()) {
            errors.add(text);
            return;
        }
        violated = kind;
        property = named.group(1);
        if (text.contains("by the initial state")) {
            steps.add(new Step(1, "", Step.variables(named.group(2))));
        }
    }

    private void cover(final String text) {
        final Matcher action = COVERED.matcher(text);
        if (action.matches()) {
            coverage.merge(
                    action.group(1),
                    new ActionCount(
                            Long.parseLong(action.group(2)), Long.parseLong(action.group(3))),
                    ActionCount::plus);
        } else {
            errors.add("coverage that cannot be read: " + text);
        }
    }

    /// The counts that a report of TLC tells; empty if it tells none.
    static Optional<Progress> progress(final String text) {
        final Matcher found = COUNTS.matcher(text);
        return found.find()
                ? Optional.of(new Progress(number(found, 1), number(found, 2), number(found, 3)))
                : Optional.empty();
    }

    private static long number(final Matcher matcher, final int group) {
        return Long.parseLong(matcher.group(group).replace(",", ""));
    }

    private static int firstNumber(final String text) {
        final Matcher number = NUMBER.matcher(text);
        return number.find() ? Integer.parseInt(number.group(1)) : 0;
    }

    /// The verdict once the process ended.
    ///
    /// @param exitCode of the process
    /// @param plainLines what it printed outside of messages
    Verdict finish(final int exitCode, final double seconds, final List<String> plainLines) {
        final Stats stats =
                new Stats(counts.distinct(), counts.generated(), counts.queued(), depth, seconds);
        plainLines.stream()
                .filter(
                        line ->
                                PARSER_WARNS.matcher(line).matches()
                                        && !isAllowedWarning.test(line))
                .forEach(warnings::add);
        if (!errors.isEmpty() || !warnings.isEmpty()) {
            return new Verdict.Failed(complaint(plainLines), stats);
        }
        final Trace trace = new Trace(steps, backTo);
        if (isDeadlock) {
            return new Verdict.Deadlock(trace, stats);
        }
        if (violated != null) {
            return new Verdict.Violated(property, violated, trace, stats);
        }
        if (isSuccess && exitCode == 0 && counts.queued() == 0 && counts.distinct() > 0) {
            return new Verdict.Ok(stats, coverage);
        }
        errors.add("TLC ended with code " + exitCode + " and no verdict");
        return new Verdict.Failed(complaint(plainLines), stats);
    }

    private String complaint(final List<String> plainLines) {
        final List<String> lines = new ArrayList<>(errors);
        warnings.forEach(warning -> lines.add("TLC warns: " + warning));
        plainLines.stream()
                .filter(line -> !line.isBlank())
                .limit(PLAIN_LINES_SHOWN)
                .forEach(lines::add);
        return String.join("\n", lines);
    }
}

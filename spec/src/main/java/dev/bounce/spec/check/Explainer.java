package dev.bounce.spec.check;

import dev.bounce.spec.check.Counterexample.Taken;
import dev.bounce.spec.tla.Change;
import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.SpecAction;
import dev.bounce.spec.tla.SpecText;
import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.tlc.Step;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.TlcRun;
import dev.bounce.spec.tlc.Trace;
import dev.bounce.spec.tlc.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Finds out the arguments of the actions in a counterexample, which TLC does not print: it asks
/// TLC which actions, with which arguments, lead from each state to the next one.
final class Explainer {
    private static final String MODULE = "BounceExplained";
    private static final String MARK = "bounce:";
    private static final long LIMIT_SECONDS = 120;

    private final SpecFolder folder;

    Explainer(final SpecFolder folder) {
        this.folder = folder;
    }

    /// Explains a counterexample.
    ///
    /// @param config what was checked when it was found
    Counterexample explain(
            final Model model,
            final Config config,
            final String bug,
            final String property,
            final Trace trace)
            throws InterruptedException {
        final SpecText text = folder.text(model);
        final TlcJob job =
                TlcJob.of(
                                folder.path(),
                                model.module(),
                                config.withBehaviour("ExplainedInit", "ExplainedNext"))
                        .withModule(MODULE, module(model, text, config, trace))
                        .brief(LIMIT_SECONDS);
        final TlcRun run = new TlcRun(job, folder::isAllowedWarning);
        final Verdict verdict = run.run(_ -> {});
        if (!(verdict instanceof Verdict.Ok)) {
            throw new IllegalStateException("the counterexample cannot be explained: " + verdict);
        }
        return read(run.printed(), model.name(), bug, property, trace);
    }

    private static Counterexample read(
            final List<String> printed,
            final String model,
            final String bug,
            final String property,
            final Trace trace) {
        TlaValue.Mapping constants = new TlaValue.Mapping(Map.of());
        final Map<Integer, TlaValue.SetOf> choices = new LinkedHashMap<>();
        for (final List<TlaValue> line : values(printed)) {
            if (line.get(1) instanceof TlaValue.Mapping named) {
                constants = named;
            } else if (line.get(1) instanceof TlaValue.Number(long number)
                    && line.get(2) instanceof TlaValue.SetOf taken) {
                choices.put((int) number, taken);
            }
        }
        final List<Taken> steps = new ArrayList<>();
        Map<String, TlaValue> before = trace.steps().getFirst().state();
        for (final Step step : trace.steps().subList(1, trace.steps().size())) {
            final Map<String, TlaValue> after = step.state();
            steps.add(taken(step, choices.get(step.number()), Change.between(before, after)));
            before = after;
        }
        return new Counterexample(
                model,
                bug,
                property,
                constants,
                trace.steps().getFirst().state(),
                steps,
                trace.backTo());
    }

    /// Picks the action that TLC names, or the one that is defined as it alone; with several
    /// possible arguments they have the same effect, and the first will do.
    private static Taken taken(
            final Step step, final TlaValue.SetOf choices, final List<Change> changes) {
        List<TlaValue> call = List.of(new TlaValue.Text(step.action()));
        for (int i = choices == null ? -1 : choices.elements().size() - 1; i >= 0; i--) {
            final List<TlaValue> choice =
                    ((TlaValue.Sequence) choices.elements().get(i)).elements();
            final boolean isNamed = choice.getFirst().equals(new TlaValue.Text(step.action()));
            if (isNamed || call.size() == 1 && choices.elements().size() == 1) {
                call = choice;
            }
        }
        return new Taken(
                step.number(),
                TlaValue.plain(call.getFirst()),
                call.subList(1, call.size()),
                changes);
    }

    /// What the generated module printed. TLC breaks long values into lines.
    private static List<List<TlaValue>> values(final List<String> printed) {
        final List<List<TlaValue>> values = new ArrayList<>();
        final StringBuilder open = new StringBuilder();
        for (final String line : printed) {
            if (open.isEmpty() && !(line.startsWith("<<") && line.contains(MARK))) {
                continue;
            }
            open.append(line).append('\n');
            try {
                if (TlaParser.parse(open.toString()) instanceof TlaValue.Sequence(var elements)) {
                    values.add(elements);
                }
                open.setLength(0);
            } catch (final IllegalArgumentException unfinished) {
                // It goes on in the next line.
            }
        }
        return values;
    }

    private static String module(
            final Model model, final SpecText text, final Config config, final Trace trace) {
        final List<String> variables = List.copyOf(trace.steps().getFirst().texts().keySet());
        final String states =
                trace.steps().stream()
                        .map(step -> record(step.texts()))
                        .collect(Collectors.joining(",\n"));
        final String constants =
                config.constants().stream()
                        .filter(constant -> !text.isOperator(constant))
                        .map(constant -> constant + " |-> " + constant)
                        .collect(Collectors.joining(", "));
        final String choices =
                text.actions(config.next()).stream()
                        .map(Explainer::choices)
                        .collect(Collectors.joining("\n    \\cup "));
        return String.join(
                "\n",
                "---- MODULE " + MODULE + " ----",
                "EXTENDS " + model.module() + ", TLC, Sequences",
                "VARIABLE explained",
                "ASSUME PrintT(<<\"" + MARK + "constants\", [" + constants + "]>>)",
                "States == <<\n" + states + ">>",
                "Choices == " + choices,
                "ExplainedInit ==",
                "    /\\ explained = 1",
                each(variables, "    /\\ %1$s = States[1].%1$s"),
                "ExplainedNext ==",
                "    /\\ explained < Len(States)",
                "    /\\ explained' = explained + 1",
                each(variables, "    /\\ %1$s' = States[explained + 1].%1$s"),
                "    /\\ PrintT(<<\"" + MARK + "step\", explained + 1, Choices>>)",
                "====",
                "");
    }

    private static String record(final Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(entry -> entry.getKey() + " |-> " + entry.getValue())
                .collect(Collectors.joining(",\n", "[", "]"));
    }

    private static String each(final List<String> variables, final String format) {
        return variables.stream().map(format::formatted).collect(Collectors.joining("\n"));
    }

    /// The set of calls of an action that describe the step.
    private static String choices(final SpecAction action) {
        final String name = '"' + action.name() + '"';
        if (action.parameters().isEmpty()) {
            return "(IF " + action.call() + " THEN {<<" + name + ">>} ELSE {})";
        }
        final List<String> names = new ArrayList<>();
        final List<String> sets = new ArrayList<>();
        for (final String binder : action.parameters().split(",(?![^()]*\\))")) {
            final String[] sides = binder.split("\\\\in", 2);
            names.addAll(Arrays.asList(sides[0].strip().split("\\s*,\\s*")));
            sets.add("(" + sides[1].strip() + ")");
        }
        final String bound = String.join(", ", names);
        final boolean isOne = names.size() == 1;
        final String element = isOne ? bound : "<<" + bound + ">>";
        final String possible =
                "{%s \\in %s : %s}".formatted(element, String.join(" \\X ", sets), action.call());
        return "{<<%s, %s>> : %s \\in %s}".formatted(name, bound, element, possible);
    }
}

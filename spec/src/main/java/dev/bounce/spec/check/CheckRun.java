package dev.bounce.spec.check;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tlc.Trace;
import dev.bounce.spec.tlc.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// One call of `bounce check`: runs, shows, records.
final class CheckRun {
    private static final double NANOS_PER_SECOND = 1e9;

    private final SpecFolder folder;
    private final Integer workers;
    private final boolean isRecording;
    private final Path scenario;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;
    private final long start = System.nanoTime();

    /// @param workers threads for one model; null for the default
    /// @param isRecording whether to commit what is found
    /// @param scenario where to write a counterexample; null for nowhere
    /// @param isTerminal whether anybody looks at progress
    CheckRun(
            final SpecFolder folder,
            final Integer workers,
            final boolean isRecording,
            final Path scenario,
            final PrintWriter out,
            final PrintWriter err,
            final boolean isTerminal) {
        this.folder = folder;
        this.workers = workers;
        this.isRecording = isRecording;
        this.scenario = scenario;
        this.out = out;
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /// Checks models.
    ///
    /// @param name what was asked for
    /// @param withSituations whether the rare situations are looked for too
    /// @return whether all is well
    boolean models(
            final String name,
            final List<Model> models,
            final boolean withSituations,
            final boolean json)
            throws InterruptedException {
        final List<Violation> situations = withSituations ? folder.situations() : List.of();
        final boolean isOne = models.size() + situations.size() == 1;
        final Machine shared = isOne ? Machine.forOne() : Machine.forMany();
        final Machine machine = workers == null ? shared : shared.withWorkers(workers);
        CheckReport report;
        try (ProgressLine line =
                new ProgressLine(err, isTerminal, models.size() + situations.size())) {
            final Campaign campaign = new Campaign(new Checks(folder, machine), machine, line);
            report =
                    new CheckReport(
                            name,
                            campaign.models(models),
                            campaign.violations(situations),
                            seconds());
        }
        if (isRecording) {
            report =
                    new CheckReport(
                            name,
                            report.models().stream().map(this::recorded).toList(),
                            report.situations().stream().map(this::recorded).toList(),
                            report.seconds());
        }
        return show(report, json);
    }

    /// Shows a report and the counterexamples in it.
    ///
    /// @return whether all is well
    boolean show(final CheckReport report, final boolean json) throws InterruptedException {
        out.println(json ? report.json() : report.table());
        for (final ModelResult result : report.models()) {
            final Config config = result.config();
            switch (result.verdict()) {
                case Verdict.Ok _ -> {}
                case Verdict.Failed failed -> err.println(failed.message());
                case Verdict.Deadlock found ->
                        show(
                                result.model(),
                                config,
                                Violation.NO_BUG,
                                Violation.DEADLOCK,
                                found.trace(),
                                json);
                case Verdict.Violated found ->
                        show(
                                result.model(),
                                config,
                                Violation.NO_BUG,
                                result.violated(found),
                                found.trace(),
                                json);
            }
        }
        out.flush();
        err.flush();
        return report.isOk();
    }

    /// Plants bugs.
    ///
    /// @param all whether these are all that there are; then those that must survive are planted
    ///     too, and each property must be violated by some
    /// @return whether each one was found as listed
    boolean mutants(final List<Violation> mutants, final boolean all, final boolean json)
            throws InterruptedException {
        final List<Equivalent> equivalents = all ? folder.equivalents() : List.of();
        final SortedSet<String> untried = all ? folder.untried() : Collections.emptySortedSet();
        final Machine machine = Machine.forMany();
        MutantReport report;
        try (ProgressLine line =
                new ProgressLine(err, isTerminal, mutants.size() + equivalents.size())) {
            final Campaign campaign = new Campaign(new Checks(folder, machine), machine, line);
            report =
                    new MutantReport(
                            campaign.violations(mutants),
                            equivalents,
                            campaign.equivalents(equivalents),
                            new TreeSet<>(untried),
                            seconds());
        }
        if (isRecording) {
            report =
                    new MutantReport(
                            report.mutants().stream().map(this::recorded).toList(),
                            equivalents,
                            report.survivals(),
                            untried,
                            report.seconds());
        }
        out.println(json ? report.json() : report.table());
        if (mutants.size() == 1) {
            showMutant(report.mutants().getFirst(), json);
        }
        out.flush();
        err.flush();
        return report.isOk();
    }

    private void showMutant(final ViolationResult result, final boolean json)
            throws InterruptedException {
        final Violation expected = result.expected();
        if (result.verdict() instanceof Verdict.Failed failed) {
            err.println(failed.message());
        }
        if (result.trace().isPresent()) {
            show(
                    folder.models().get(expected.model()),
                    expected.config(folder.config(expected.model())),
                    expected.bug(),
                    result.verdict() instanceof Verdict.Violated found
                                    && !found.property().isEmpty()
                            ? found.property()
                            : expected.property(),
                    result.trace().orElseThrow(),
                    json);
        }
    }

    private void show(
            final Model model,
            final Config config,
            final String bug,
            final String property,
            final Trace trace,
            final boolean json)
            throws InterruptedException {
        if (json && scenario == null) {
            return;
        }
        final Counterexample counterexample =
                new Explainer(folder).explain(model, config, bug, property, trace);
        if (!json) {
            out.println(StepTable.of(counterexample));
        }
        if (scenario != null) {
            try {
                Scenario.write(counterexample, scenario);
            } catch (final IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /// Commits the counts of a model. What they were before does not matter then.
    private ModelResult recorded(final ModelResult result) {
        if (!(result.verdict() instanceof Verdict.Ok found)) {
            return result;
        }
        final Map<String, String> cells = new LinkedHashMap<>();
        cells.put("distinct", Long.toString(found.stats().distinct()));
        cells.put("depth", Integer.toString(found.stats().depth()));
        cells.put("idle", String.join(" ", Model.idleIn(found.coverage())));
        try {
            folder.record(result.model().name(), cells);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new ModelResult(
                result.model(), result.config(), result.isLiveness(), found, List.of());
    }

    /// Commits the depth of a violation, if it is the listed one.
    private ViolationResult recorded(final ViolationResult result) {
        final Violation expected = result.expected().ofAnyDepth();
        final String complaint = expected.complaint(result.verdict());
        if (complaint.isEmpty()) {
            try {
                folder.recordDepth(expected, result.trace().orElseThrow().length());
            } catch (final IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return new ViolationResult(expected, result.verdict(), complaint);
    }

    private double seconds() {
        return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }
}

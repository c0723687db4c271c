package dev.bounce.spec.check;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.SpecText;
import dev.bounce.spec.tlc.Progress;
import dev.bounce.spec.tlc.Stats;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.TlcRun;
import dev.bounce.spec.tlc.Verdict;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// The single checks: of a model, of a planted bug, of a rare situation.
final class Checks {
    /// A planted bug is found early or, if it survives, in as long as its model takes.
    private static final long VIOLATION_LIMIT_SECONDS = 600;

    /// Below this many states compiling for speed does not pay.
    private static final long FEW_STATES = 20_000;

    private final SpecFolder folder;
    private final Machine machine;

    Checks(final SpecFolder folder, final Machine machine) {
        this.folder = folder;
        this.machine = machine;
    }

    /// Checks a model and compares it with what is committed about it.
    ModelResult model(final Model model, final Consumer<Progress> progress)
            throws InterruptedException {
        final Config config = folder.config(model.name());
        if (!config.traps().isEmpty()) {
            return new ModelResult(
                    model, config, true, failed(String.join("; ", config.traps())), List.of());
        }
        final int workers = config.properties().isEmpty() ? machine.workers() : 1;
        final TlcJob job =
                TlcJob.of(folder.path(), model.module(), config)
                        .withMachine(workers, machine.heapPercent())
                        .counting();
        final boolean isBrief = model.distinct().orElse(Long.MAX_VALUE) < FEW_STATES;
        final Verdict verdict =
                new TlcRun(isBrief ? job.brief(0) : job, folder::isAllowedWarning).run(progress);
        final SpecText text = folder.text(model);
        final boolean isLiveness = !config.properties().stream().allMatch(text::isOfSteps);
        return new ModelResult(
                model, config, isLiveness, verdict, complaints(model, verdict, workers == 1));
    }

    /// What is wrong with a run of a model although TLC found nothing.
    static List<String> complaints(
            final Model model, final Verdict verdict, final boolean isDepthExact) {
        return verdict instanceof Verdict.Ok found
                ? model.complaints(found, isDepthExact)
                : List.of();
    }

    /// Looks for a violation that must be found.
    ViolationResult violation(final Violation expected, final Consumer<Progress> progress)
            throws InterruptedException {
        final Verdict verdict = search(expected, progress);
        return new ViolationResult(expected, verdict, expected.complaint(verdict));
    }

    /// Looks for any violation of a planted bug that must survive.
    ViolationResult equivalent(final Equivalent equivalent, final Consumer<Progress> progress)
            throws InterruptedException {
        final Violation planted =
                new Violation(
                        equivalent.name(),
                        equivalent.name(),
                        equivalent.model(),
                        "",
                        false,
                        OptionalInt.empty());
        final Config config = folder.config(equivalent.model()).withBug(equivalent.name());
        final Verdict verdict = run(equivalent.model(), config, progress);
        final String complaint =
                switch (verdict) {
                    case Verdict.Ok _ -> "";
                    case Verdict.Failed failed -> "failed: " + failed.message();
                    case Verdict.Violated _, Verdict.Deadlock _ -> "is found, so not equivalent";
                };
        return new ViolationResult(planted, verdict, complaint);
    }

    private Verdict search(final Violation expected, final Consumer<Progress> progress)
            throws InterruptedException {
        try {
            return run(
                    expected.model(), expected.config(folder.config(expected.model())), progress);
        } catch (final IllegalArgumentException mistake) {
            return failed(mistake.getMessage());
        }
    }

    private Verdict run(final String name, final Config config, final Consumer<Progress> progress)
            throws InterruptedException {
        final Model model = folder.models().get(name);
        if (model == null) {
            return failed("models.csv has no model " + name);
        }
        final TlcJob job =
                TlcJob.of(folder.path(), model.module(), config)
                        .withMachine(1, machine.heapPercent())
                        .brief(VIOLATION_LIMIT_SECONDS);
        return new TlcRun(job, folder::isAllowedWarning).run(progress);
    }

    private static Verdict.Failed failed(final String message) {
        return new Verdict.Failed(message, new Stats(0, 0, 0, 0, 0));
    }
}

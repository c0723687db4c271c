package dev.bounce.spec.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Several checks, some at a time.
final class Campaign {
    private final Checks checks;
    private final Machine machine;
    private final ProgressLine line;

    /// One check; ends early by [InterruptedException].
    private interface Check<T> {
        T run() throws InterruptedException;
    }

    Campaign(final Checks checks, final Machine machine, final ProgressLine line) {
        this.checks = checks;
        this.machine = machine;
        this.line = line;
    }

    /// Checks models, the largest first, and gives the results in the order of `models`.
    List<ModelResult> models(final List<Model> models) throws InterruptedException {
        final List<Model> largestFirst = new ArrayList<>(models);
        largestFirst.sort(
                (one, other) -> Long.compare(other.distinct().orElse(0), one.distinct().orElse(0)));
        final List<Check<ModelResult>> runs = new ArrayList<>();
        for (final Model model : largestFirst) {
            runs.add(
                    () -> shown(model.name(), () -> checks.model(model, line.start(model.name()))));
        }
        final List<ModelResult> results = new ArrayList<>(all(runs));
        results.sort(
                (one, other) ->
                        Integer.compare(
                                models.indexOf(one.model()), models.indexOf(other.model())));
        return results;
    }

    /// Looks for violations that must be found.
    List<ViolationResult> violations(final List<Violation> violations) throws InterruptedException {
        final List<Check<ViolationResult>> runs = new ArrayList<>();
        for (final Violation violation : violations) {
            final String name = violation.name();
            runs.add(() -> shown(name, () -> checks.violation(violation, line.start(name))));
        }
        return all(runs);
    }

    /// Looks for violations of planted bugs that must survive.
    List<ViolationResult> equivalents(final List<Equivalent> equivalents)
            throws InterruptedException {
        final List<Check<ViolationResult>> runs = new ArrayList<>();
        for (final Equivalent equivalent : equivalents) {
            final String name = equivalent.name();
            runs.add(() -> shown(name, () -> checks.equivalent(equivalent, line.start(name))));
        }
        return all(runs);
    }

    private <T> T shown(final String name, final Check<T> check) throws InterruptedException {
        try {
            return check.run();
        } finally {
            line.finish(name);
        }
    }

    private <T> List<T> all(final List<Check<T>> runs) throws InterruptedException {
        final ExecutorService pool = Executors.newFixedThreadPool(machine.runs());
        try {
            final List<Future<T>> futures = new ArrayList<>();
            for (final Check<T> run : runs) {
                futures.add(pool.submit(run::run));
            }
            final List<T> results = new ArrayList<>();
            for (final Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (final ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}

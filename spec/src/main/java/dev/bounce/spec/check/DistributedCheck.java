package dev.bounce.spec.check;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tlc.DistributedRun;
import dev.bounce.spec.tlc.DistributedRun.Endpoint;
import dev.bounce.spec.tlc.Progress;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.Verdict;
import java.io.PrintWriter;
import java.util.function.Consumer;

/// Checks one safety model with workers in several processes, or works for such a check.
final class DistributedCheck {
    private static final int LOCAL_WORKERS = 2;
    private static final int HEAP_PERCENT = 40;

    private final Endpoint server;
    private final Integer workers;

    /// @param host of the server, as workers reach it
    /// @param workers how many processes, or when joining threads; null for the default
    DistributedCheck(final String host, final int port, final Integer workers) {
        server = new Endpoint(host, port);
        this.workers = workers;
    }

    /// Checks a model on this host, and on all that join.
    ///
    /// @param progress told whenever the server says how far it is
    CheckReport run(final SpecFolder folder, final Model model, final Consumer<Progress> progress)
            throws InterruptedException {
        final Config config = folder.config(model.name());
        if (!config.properties().isEmpty()) {
            throw new IllegalArgumentException(
                    model.name() + " checks liveness, which cannot be distributed");
        }
        final int processes = workers == null ? LOCAL_WORKERS : workers;
        final int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / processes);
        final TlcJob job =
                TlcJob.of(folder.path(), model.module(), config).withMachine(threads, HEAP_PERCENT);
        final Verdict verdict =
                new DistributedRun(job, folder::isAllowedWarning, server).run(processes, progress);
        return CheckReport.ofOne(
                new ModelResult(
                        model, config, false, verdict, Checks.complaints(model, verdict, false)));
    }

    /// Works for the server until it ends.
    ///
    /// @return the exit code of the worker
    int join(final PrintWriter out) throws InterruptedException {
        final int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        return DistributedRun.join(
                server,
                threads,
                line -> {
                    out.println(line);
                    out.flush();
                });
    }
}

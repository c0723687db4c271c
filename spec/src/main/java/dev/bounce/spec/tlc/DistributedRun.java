package dev.bounce.spec.tlc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Runs TLC in its own distributed mode: a server that holds the states, workers that compute
/// successors and come from any host. Safety only, and actions are not counted.
///
/// Server and workers talk by RMI without authentication: only on a network whose users are
/// trusted.
public final class DistributedRun {
    /// The port that TLC's server listens on unless told otherwise.
    public static final int PORT = 10997;

    private static final String PREFIX = "-Dtlc2.tool.distributed.";
    private static final int PROGRESS_STATS = 2200;
    private static final int SERVER_READY = 7000;
    private static final long POLL_MILLIS = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TlcJob job;
    private final Predicate<String> isAllowedWarning;
    private final Endpoint endpoint;

    /// Where the server is.
    ///
    /// @param host name or address of this host that workers reach it by
    /// @param port to listen on
    public record Endpoint(String host, int port) {
        private List<String> flags() {
            return List.of("-Djava.rmi.server.hostname=" + host, PREFIX + "TLCServer.port=" + port);
        }
    }

    /// @param isAllowedWarning which warnings of TLC do not make the run fail
    public DistributedRun(
            final TlcJob job, final Predicate<String> isAllowedWarning, final Endpoint endpoint) {
        this.job = job;
        this.isAllowedWarning = isAllowedWarning;
        this.endpoint = endpoint;
    }

    /// Runs a server, and workers on this host, until there is a verdict.
    ///
    /// @param workers how many worker processes to start here, with `job.workers` threads each; 0
    ///     leaves all work to other hosts
    /// @param progress told about once a minute
    public Verdict run(final int workers, final Consumer<Progress> progress)
            throws InterruptedException {
        if (!job.config().properties().isEmpty()) {
            throw new IllegalArgumentException("temporal properties cannot be distributed");
        }
        final List<AutoCloseable> open = new ArrayList<>();
        try {
            return run(workers, progress, open);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            closeAll(open);
        }
    }

    private Verdict run(
            final int workers, final Consumer<Progress> progress, final List<AutoCloseable> open)
            throws IOException, InterruptedException {
        final long start = System.nanoTime();
        final VerdictReader verdict = new VerdictReader(isAllowedWarning);
        final CountDownLatch isReady = new CountDownLatch(1);
        final MessageReader reader =
                new MessageReader(
                        message -> {
                            verdict.accept(message);
                            if (message.code() == SERVER_READY) {
                                isReady.countDown();
                            } else if (message.code() == PROGRESS_STATS) {
                                VerdictReader.progress(message.text()).ifPresent(progress);
                            }
                        });
        final List<String> errors = new ArrayList<>();
        final WorkFolder folder = new WorkFolder();
        open.add(folder);
        final ToolProcess server =
                ToolProcess.start(
                        folder.path(),
                        serverFlags(folder),
                        serverArguments(folder),
                        reader::accept,
                        errors::add);
        open.add(server);
        // A worker that finds no server waits twice as long each time.
        while (!isReady.await(POLL_MILLIS, TimeUnit.MILLISECONDS) && server.isAlive()) {}
        for (int i = 0; i < workers; i++) {
            open.add(worker(endpoint, job.workers(), open, _ -> {}));
        }
        final boolean ended = server.ends(job.limitSeconds());
        final double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        if (!ended) {
            return new Verdict.Failed(
                    "no verdict within " + job.limitSeconds() + " s",
                    new Stats(0, 0, 0, 0, seconds));
        }
        final List<String> plain = new ArrayList<>(reader.plainLines());
        plain.addAll(errors);
        return verdict.finish(server.exitCode(), seconds, plain);
    }

    /// Works for a server on another host until that ends.
    ///
    /// @param threads of this worker
    /// @param lines takes what the worker says
    /// @return the exit code of the worker
    public static int join(final Endpoint server, final int threads, final Consumer<String> lines)
            throws InterruptedException {
        final List<AutoCloseable> open = new ArrayList<>();
        try {
            final ToolProcess worker = worker(server, threads, open, lines);
            open.add(worker);
            worker.ends(0);
            return worker.exitCode();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            closeAll(open);
        }
    }

    private static ToolProcess worker(
            final Endpoint server,
            final int threads,
            final List<AutoCloseable> open,
            final Consumer<String> lines)
            throws IOException {
        final WorkFolder folder = new WorkFolder();
        open.add(folder);
        return ToolProcess.start(
                folder.path(),
                List.of(
                        "-XX:+UseParallelGC",
                        "-Djava.io.tmpdir=" + folder.temp(),
                        PREFIX + "TLCServer.port=" + server.port(),
                        PREFIX + "TLCWorker.threadCount=" + threads),
                List.of("tlc2.tool.distributed.TLCWorker", server.host()),
                lines,
                lines);
    }

    private List<String> serverFlags(final WorkFolder folder) {
        final List<String> flags =
                new ArrayList<>(
                        List.of(
                                "-XX:MaxRAMPercentage=" + job.heapPercent(),
                                "-XX:+UseParallelGC",
                                "-Djava.io.tmpdir=" + folder.temp()));
        flags.addAll(endpoint.flags());
        return flags;
    }

    /// The server hands its modules out to the workers.
    private List<String> serverArguments(final WorkFolder folder) throws IOException {
        folder.fill(job);
        return List.of(
                "tlc2.tool.distributed.TLCServer",
                "-tool",
                "-fp",
                "0",
                "-metadir",
                folder.states().toString(),
                "-config",
                WorkFolder.CONFIG,
                job.module());
    }

    /// Closes the last opened first.
    private static void closeAll(final List<AutoCloseable> open) {
        for (final AutoCloseable one : open.reversed()) {
            switch (one) {
                case ToolProcess process -> process.close();
                case WorkFolder folder -> folder.close();
                default -> throw new IllegalStateException("cannot close " + one);
            }
        }
    }
}

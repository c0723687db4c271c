package dev.bounce.spec.tlc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs TLC once, in a JVM of its own, with a folder of its own that is deleted afterwards.
///
/// The polynomial of the fingerprints is fixed, so that a run with one worker repeats exactly.
public final class TlcRun {
    private static final Pattern PROGRESS =
            Pattern.compile(Pattern.quote(TlcChild.PROGRESS) + "(\\d+) (\\d+) (\\d+)");
    private static final double NANOS_PER_SECOND = 1e9;

    private final TlcJob job;
    private final Predicate<String> isAllowedWarning;
    private final Path parent;
    private final List<String> printed = new ArrayList<>();

    /// @param isAllowedWarning which warnings of TLC do not make the run fail
    public TlcRun(final TlcJob job, final Predicate<String> isAllowedWarning) {
        this(job, isAllowedWarning, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// @param parent where the run makes its folder
    TlcRun(final TlcJob job, final Predicate<String> isAllowedWarning, final Path parent) {
        this.job = job;
        this.isAllowedWarning = isAllowedWarning;
        this.parent = parent;
    }

    /// Runs until there is a verdict.
    ///
    /// @param progress told about twice a second, from another thread
    /// @throws InterruptedException if this thread was interrupted; TLC is dead then
    public Verdict run(final Consumer<Progress> progress) throws InterruptedException {
        if (!job.config().properties().isEmpty() && job.workers() > 1) {
            // With more than one, this TLC misses violations.
            throw new IllegalArgumentException("temporal properties need exactly one worker");
        }
        try (WorkFolder folder = new WorkFolder(parent)) {
            return run(folder, progress);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Lines that the specification itself printed, after [#run].
    public List<String> printed() {
        return List.copyOf(printed);
    }

    private Verdict run(final WorkFolder folder, final Consumer<Progress> progress)
            throws IOException, InterruptedException {
        final long start = System.nanoTime();
        final VerdictReader verdict = new VerdictReader(isAllowedWarning);
        final MessageReader reader = new MessageReader(verdict::accept);
        final List<String> errors = new ArrayList<>();
        folder.fill(job);
        try (ToolProcess tool =
                ToolProcess.start(
                        folder.path(),
                        jvmFlags(folder),
                        arguments(folder),
                        reader::accept,
                        line -> sort(line, progress, errors))) {
            final boolean ended = tool.ends(job.limitSeconds());
            final double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            if (!ended) {
                return new Verdict.Failed(
                        "no verdict within " + job.limitSeconds() + " s",
                        new Stats(0, 0, 0, 0, seconds));
            }
            printed.addAll(reader.plainLines());
            errors.addAll(0, reader.plainLines());
            return verdict.finish(tool.exitCode(), seconds, errors);
        }
    }

    private static void sort(
            final String line, final Consumer<Progress> progress, final List<String> errors) {
        final Matcher counts = PROGRESS.matcher(line);
        if (counts.matches()) {
            progress.accept(
                    new Progress(
                            Long.parseLong(counts.group(1)),
                            Long.parseLong(counts.group(2)),
                            Long.parseLong(counts.group(3))));
        } else {
            errors.add(line);
        }
    }

    private List<String> jvmFlags(final WorkFolder folder) {
        final List<String> flags = new ArrayList<>();
        flags.add("-XX:MaxRAMPercentage=" + job.heapPercent());
        flags.add("-XX:+UseParallelGC");
        if (job.brief()) {
            flags.add("-XX:TieredStopAtLevel=1");
        }
        flags.add("-Djava.io.tmpdir=" + folder.temp());
        return flags;
    }

    private List<String> arguments(final WorkFolder folder) {
        final List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "tlc2.TLC",
                                "-tool",
                                "-fp",
                                "0",
                                "-workers",
                                Integer.toString(job.workers()),
                                "-metadir",
                                folder.states().toString(),
                                "-config",
                                WorkFolder.CONFIG));
        if (job.coverage()) {
            // Minutes between two reports; the last one is all that is read.
            arguments.addAll(List.of("-coverage", "30000"));
        }
        if (job.graph().isPresent()) {
            arguments.addAll(
                    List.of("-dump", "dot,actionlabels", job.graph().orElseThrow().toString()));
        }
        arguments.add(job.module());
        return arguments;
    }
}

package dev.bounce.spec.conform;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.TlcRun;
import dev.bounce.spec.tlc.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Asks TLC whether traces are behaviours of the specification, all of them in one run.
public final class Conformance {
    private static final String MODULE = "TraceCheck";
    private static final String CONFIG = "TraceCheck.cfg";

    private final Path folder;

    /// @param folder of the specification
    public Conformance(final Path folder) {
        this.folder = folder;
    }

    /// What came of one trace.
    ///
    /// @param entries how many it has
    /// @param followed how many of them the specification can follow, from the first on
    /// @param next the entry that it cannot follow, `null` if there is none
    public record Result(int entries, int followed, TlaValue next) {
        /// Whether the trace is a behaviour of the specification.
        public boolean isAccepted() {
            return followed == entries;
        }
    }

    /// Follows traces.
    ///
    /// @param traces at least one, each with at least one entry
    /// @return what came of each, in the same order
    /// @throws IllegalStateException if TLC gave no verdict; the message is TLC's
    public List<Result> check(final List<List<TlaValue>> traces) throws InterruptedException {
        if (traces.isEmpty() || traces.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("there is nothing to follow");
        }
        final String input =
                traces.stream()
                        .map(
                                trace ->
                                        trace.stream()
                                                .map(TlaValue::toString)
                                                .collect(Collectors.joining("\n")))
                        .collect(Collectors.joining("\n\n"));
        final TlcJob job = TlcJob.of(folder, MODULE, config()).withInput(input).withMachine(1, 40);
        final TlcRun run = new TlcRun(job, _ -> false);
        final Verdict verdict = run.run(_ -> {});
        if (!(verdict instanceof Verdict.Ok)) {
            throw new IllegalStateException("the traces could not be followed: " + verdict);
        }
        final List<Result> results = new ArrayList<>();
        for (final String line : run.printed()) {
            if (line.startsWith(TraceOperators.MARK)) {
                final String[] words = line.substring(TraceOperators.MARK.length()).split(" ");
                final List<TlaValue> trace = traces.get(Integer.parseInt(words[0]) - 1);
                final int followed = Integer.parseInt(words[1]) - 1;
                results.add(
                        new Result(
                                trace.size(),
                                followed,
                                followed == trace.size() ? null : trace.get(followed)));
            }
        }
        if (results.size() != traces.size()) {
            throw new IllegalStateException(
                    "%d traces, but %d results".formatted(traces.size(), results.size()));
        }
        return results;
    }

    private Config config() {
        try {
            return Config.parse(Files.readString(folder.resolve(CONFIG)));
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

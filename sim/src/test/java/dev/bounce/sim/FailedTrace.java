package dev.bounce.sim;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.spec.trace.TraceFileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Writes what a jqwik property has failed of to a trace file and names it, so that the case it has
/// shrunk to can be run again without jqwik.
public final class FailedTrace {
    private static final Path FOLDER = Path.of("target", "failed-traces");

    private final WorldRunner runner;
    private final Path folder;

    /// Writes into `target/failed-traces`.
    ///
    /// @param runner runs the scripts
    public FailedTrace(final WorldRunner runner) {
        this(runner, FOLDER);
    }

    FailedTrace(final WorldRunner runner, final Path folder) {
        this.runner = runner;
        this.folder = folder;
    }

    /// Runs a script, and again by its own decisions.
    ///
    /// @return what came of it
    /// @throws AssertionError that names a trace file, if a property is violated or the second run
    ///     is another one
    public SeedResult check(final Script script) {
        final SeedResult first = runner.run(script, (_, _, _, _, _) -> {});
        if (first.violation() != null) {
            throw failure(script, first.violation());
        }
        final SeedResult again = runner.run(script.with(first.decisions()), (_, _, _, _, _) -> {});
        if (again.hash() != first.hash()) {
            throw failure(
                    script,
                    new PropertyViolation(
                            "Determinism",
                            "the hash is "
                                    + Long.toHexString(first.hash())
                                    + ", by its own decisions "
                                    + Long.toHexString(again.hash())));
        }
        return first;
    }

    /// The failure of a script, with the name of the trace file that has been written of it. Two
    /// scripts have two files, so that none is lost while jqwik shrinks.
    public AssertionError failure(final Script script, final PropertyViolation violation) {
        final Path file =
                folder.resolve(
                        String.format(
                                "%s-%d-%08x.jsonl",
                                script.profile().label(),
                                script.seed(),
                                Objects.hash(script.knobs(), script.decisions())));
        return new AssertionError(
                violation.property()
                        + ": "
                        + violation.observed()
                        + write(script, file)
                        + "; ./bounce replay sim/"
                        + file
                        + ", ./bounce minimize sim/"
                        + file
                        + " -o small.jsonl",
                violation);
    }

    /// A run that is not repeated has a trace all the same: that of its repetition.
    ///
    /// @return what else is to be said
    private String write(final Script script, final Path file) {
        try {
            Files.createDirectories(folder);
            try (TraceFileSink sink = new TraceFileSink(file)) {
                SimulationTrace.write(runner, script, false, sink);
            }
            return "";
        } catch (final IllegalStateException unsteady) {
            return "; " + unsteady.getMessage();
        } catch (final IOException full) {
            return "; no trace could be written of " + script + ": " + full;
        }
    }
}

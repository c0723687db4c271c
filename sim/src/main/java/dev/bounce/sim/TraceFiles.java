package dev.bounce.sim;

import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.spec.trace.TraceFileSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// Writes traces for commands.
final class TraceFiles {
    private TraceFiles() {}

    /// Runs a script and writes its trace.
    ///
    /// @param hasSteps whether states and steps are written, or the script only
    /// @throws ParameterException of `command` if the file cannot be written
    /// @throws IllegalStateException in one line if the run is not repeated by its decisions
    static SeedResult write(
            final CommandLine command,
            final WorldRunner runner,
            final Path file,
            final Script script,
            final boolean hasSteps) {
        try {
            return write(runner, file, script, hasSteps);
        } catch (final IOException full) {
            throw new ParameterException(
                    command, "'" + file + "' cannot be written: " + full.getMessage(), full);
        }
    }

    /// Runs a script and writes its trace.
    ///
    /// @param hasSteps whether states and steps are written, or the script only
    /// @throws IOException if the file cannot be written
    /// @throws IllegalStateException in one line if the run is not repeated by its decisions
    static SeedResult write(
            final WorldRunner runner, final Path file, final Script script, final boolean hasSteps)
            throws IOException {
        try (TraceFileSink sink = new TraceFileSink(file)) {
            return SimulationTrace.write(runner, script, hasSteps, sink);
        } catch (final UncheckedIOException full) {
            throw full.getCause();
        }
    }
}

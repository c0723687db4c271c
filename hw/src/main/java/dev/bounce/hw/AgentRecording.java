package dev.bounce.hw;

import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.Recording;
import dev.bounce.spec.trace.RecordedEngine;
import dev.bounce.spec.trace.TraceFileSink;
import dev.bounce.spec.trace.TraceOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// What the flight recorder of an agent keeps.
///
/// @param recording the last events of the engine and the state before them
/// @param last its state now, `null` if a broken invariant has ended it
public record AgentRecording(Recording recording, Snapshot last) {

    /// Writes it as a trace, which `bounce replay` repeats and compares. It holds the secret of
    /// that life of the agent, with which tokens are made: nothing for others while it lives.
    ///
    /// @param file written over if it is there
    /// @throws IOException if it cannot be written
    public void write(final Path file) throws IOException {
        try (TraceFileSink sink = new TraceFileSink(file)) {
            RecordedEngine.write(recording, last, new TraceOutput(sink));
        } catch (final UncheckedIOException full) {
            throw full.getCause();
        }
    }
}

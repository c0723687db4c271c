package dev.bounce.spec.trace;

import dev.bounce.engine.trace.Recording;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the recording that a trace of one agent holds.
public final class RecordingFile {
    private RecordingFile() {}

    /// The first state and all events of a file.
    ///
    /// @throws MalformedTraceException if it is no trace of a recording
    public static Recording read(final Path path) throws IOException, MalformedTraceException {
        try (TraceReader reader = TraceReader.open(path)) {
            if (!(reader.next() instanceof State start) || start.config() == null) {
                throw new MalformedTraceException(
                        2, "a recording begins with a state and its config");
            }
            final List<Recording.Step> steps = new ArrayList<>();
            for (TraceLine line = reader.next(); line != null; line = reader.next()) {
                if (line instanceof Step step) {
                    steps.add(new Recording.Step(step.nanos(), step.event()));
                }
            }
            return new Recording(start.config(), start.state(), steps);
        }
    }
}

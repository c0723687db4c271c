package dev.bounce.hw.bench;

import dev.bounce.hw.AgentRecording;
import dev.bounce.hw.BounceAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Traces of what the agents of a command did.
public final class Recordings {
    private static final long BOUND_SECONDS = 10;

    private Recordings() {}

    /// Writes what an agent did so far; before it is closed.
    ///
    /// @param file `null` = not asked for
    ///
    /// @throws BenchException if it cannot be written
    public static void write(final BounceAgent agent, final Path file) throws BenchException {
        if (file == null) {
            return;
        }
        try {
            final AgentRecording done = agent.recording().get(BOUND_SECONDS, TimeUnit.SECONDS);
            if (done != null) {
                if (file.getParent() != null) {
                    Files.createDirectories(file.getParent());
                }
                done.write(file);
            }
        } catch (final IOException | ExecutionException | TimeoutException failure) {
            throw new BenchException(
                    BenchException.FAILED,
                    "the recording is not written to " + file + ": " + failure.getMessage());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    /// The file of an agent in a folder, `null` without a folder.
    public static Path in(final Path folder, final String agent) {
        return folder == null ? null : folder.resolve(agent + ".trace");
    }
}

package dev.bounce.hw.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Starts and ends a process that runs `bounce` as this one does. Its errors go where those of this
/// process go; its input and output belong to the caller. Both unpack native libraries into the
/// same folder, which nobody else may write to if that of this process is private.
public final class BounceProcess {
    private static final long END_SECONDS = 10;

    private BounceProcess() {}

    /// Starts one.
    ///
    /// @param name for messages
    /// @param arguments of `bounce`
    /// @throws BenchException with exit code ENVIRONMENT if it cannot be started
    public static Process start(final String name, final List<String> arguments)
            throws BenchException {
        try {
            return new ProcessBuilder(commandLine(arguments))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (final IOException failure) {
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "cannot start the process of " + name + ": " + failure.getMessage());
        }
    }

    static List<String> commandLine(final List<String> arguments) {
        final List<String> line =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.bounce.hw.Main"));
        line.addAll(arguments);
        return line;
    }

    /// Waits, bounded, for the end of one whose input is closed, and forces it then.
    public static void end(final Process process) {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

package dev.bounce.hw.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Starts and ends a process that runs `bounce` as this one does, with the same `-X` options of the
/// virtual machine. Its errors go where those of this process go; its input and output belong to
/// the caller. Both unpack native libraries into the same folder, which nobody else may write to if
/// that of this process is private.
public final class BounceProcess {
    private static final long END_SECONDS = 10;

    private static final String MAIN = "dev.bounce.hw.Main";

    private BounceProcess() {}

    /// Those of this process, as far as the system shows them.
    private static List<String> machineOptions() {
        final String[] own = ProcessHandle.current().info().arguments().orElse(new String[0]);
        return Arrays.stream(own)
                .takeWhile(argument -> !argument.startsWith("dev.bounce."))
                .filter(argument -> argument.startsWith("-X"))
                .toList();
    }

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
        final List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("--enable-native-access=ALL-UNNAMED");
        line.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        line.addAll(machineOptions());
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
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

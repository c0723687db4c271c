package dev.bounce.spec.tlc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A JVM that runs a tool of TLA+. It is dead once this is closed, and also when this JVM ends.
final class ToolProcess implements AutoCloseable {
    private final Process process;
    private final Thread killer;
    private final List<Thread> readers = new ArrayList<>();

    private ToolProcess(final Process process) {
        this.process = process;
        killer = Thread.ofPlatform().unstarted(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /// Starts one with the `java` that runs this.
    ///
    /// @param folder working folder
    /// @param jvmFlags of the new JVM
    /// @param arguments main class of the tool and its arguments
    /// @param out takes lines of standard output, in a thread of its own
    /// @param err takes lines of standard error, in a thread of its own
    static ToolProcess start(
            final Path folder,
            final List<String> jvmFlags,
            final List<String> arguments,
            final Consumer<String> out,
            final Consumer<String> err)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(TlcTools.jar() + System.getProperty("path.separator") + TlcTools.ownClasses());
        command.add(TlcChild.class.getName());
        command.addAll(arguments);
        final Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        final ToolProcess tool = new ToolProcess(process);
        tool.read(process.inputReader(StandardCharsets.UTF_8), out);
        tool.read(process.errorReader(StandardCharsets.UTF_8), err);
        return tool;
    }

    private void read(final BufferedReader reader, final Consumer<String> lines) {
        readers.add(
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try (reader) {
                                        String line = reader.readLine();
                                        while (line != null) {
                                            lines.accept(line);
                                            line = reader.readLine();
                                        }
                                    } catch (final IOException ended) {
                                        // Its process was killed; the exit code says so.
                                    }
                                }));
    }

    /// Waits for its end.
    ///
    /// @param limitSeconds 0 = as long as it takes
    /// @return whether it ended in time, all of its output taken
    boolean ends(final long limitSeconds) throws InterruptedException {
        if (limitSeconds == 0) {
            process.waitFor();
        } else if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
            return false;
        }
        for (final Thread reader : readers) {
            reader.join();
        }
        return true;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Its exit code once it ended.
    int exitCode() {
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        boolean isInterrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (final InterruptedException later) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (final IllegalStateException ending) {
            // The hook runs already.
        }
    }
}

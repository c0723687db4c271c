package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A JVM started by a test, which talks to it in lines: commands to its standard input, answers
/// from its standard output. What it logs goes to the log of the test.
public final class ChildJvm implements AutoCloseable {
    private static final long BOUND_SECONDS = 40;
    private static final String END = "\u0000end of output";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ChildJvm(final Process process) {
        this.process = process;
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("output of " + process.pid()).start(this::read);
    }

    /// Starts `main` on the class path of this JVM.
    public static ChildJvm start(final Class<?> main, final String... arguments)
            throws IOException {
        return start(List.of(), main, arguments);
    }

    /// As above, by a command that becomes the JVM.
    public static ChildJvm start(
            final List<String> by, final Class<?> main, final String... arguments)
            throws IOException {
        final List<String> line = new ArrayList<>(by);
        line.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        line.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (final IOException gone) {
            // As the process is.
        }
        lines.add(END);
    }

    /// Sends one command.
    public void say(final String command, final Object... values) {
        commands.println(String.format(command, values));
    }

    /// The next line that begins with `start`, without it; others are dropped.
    public String hear(final String start) throws InterruptedException {
        while (true) {
            final String line = lines.poll(BOUND_SECONDS, TimeUnit.SECONDS);
            assertNotNull(line, "no '" + start + "' within " + BOUND_SECONDS + " s");
            assertTrue(!line.equals(END), "the child ended instead of saying '" + start + "'");
            if (line.startsWith(start)) {
                return line.substring(start.length()).strip();
            }
        }
    }

    /// Its process id.
    public long pid() {
        return process.pid();
    }

    /// Ends it as `kill -9` does, and waits for that.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), "the child survives SIGKILL");
        assertEquals(137, process.exitValue());
    }

    /// Sends a signal such as STOP or CONT.
    public void signal(final String name) throws Exception {
        final Process sent =
                new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertEquals(0, sent.waitFor());
    }

    /// Waits for its end.
    ///
    /// @return its exit code
    public int await() throws InterruptedException {
        assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), "the child does not end");
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

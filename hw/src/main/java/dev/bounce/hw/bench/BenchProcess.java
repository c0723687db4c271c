package dev.bounce.hw.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Another process of a benchmark, started here and spoken to in lines: it answers each with one,
/// which is `failed CODE TEXT` if it could not do what it was told. It ends when nothing more can
/// come.
final class BenchProcess implements AutoCloseable {
    /// How a failure is told.
    static final String FAILED = "failed ";

    private static final long ANSWER_SECONDS = 150;
    private static final String END = "";

    private final String name;
    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    /// Starts it; it says by itself that it has come up.
    ///
    /// @param name for messages
    /// @param arguments of `bounce`
    BenchProcess(final String name, final List<String> arguments) throws BenchException {
        this.name = name;
        process = BounceProcess.start(name, arguments);
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("answers of " + name).start(this::read);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                answers.add(line);
            }
        } catch (final IOException gone) {
            // The end says the same.
        }
        answers.add(END);
    }

    /// Waits, bounded, for the next line.
    ///
    /// @param start with which it has to begin
    /// @return what follows
    /// @throws BenchException if another line comes or none, or the failure that it tells
    String hear(final String start) throws BenchException {
        final String answer;
        try {
            answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        if (answer == null) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "%s has not answered '%s' within %d s".formatted(name, start, ANSWER_SECONDS));
        }
        if (answer.equals(END)) {
            throw new BenchException(
                    BenchException.FAILED, "the process of " + name + " has ended");
        }
        if (answer.startsWith(FAILED)) {
            final String[] words = answer.substring(FAILED.length()).split(" ", 2);
            throw new BenchException(Integer.parseInt(words[0]), name + ": " + words[1]);
        }
        if (!answer.startsWith(start)) {
            throw new BenchException(BenchException.FAILED, "%s says '%s'".formatted(name, answer));
        }
        return answer.substring(start.length()).strip();
    }

    /// Says a line and waits for the answer, as [#hear].
    String ask(final String command, final String start) throws BenchException {
        commands.println(command);
        return hear(start);
    }

    /// Ends it, bounded.
    @Override
    public void close() {
        commands.close();
        BounceProcess.end(process);
    }
}

package dev.bounce.hw.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A receiver in a process of its own, started here and spoken to in lines, see [BenchServer].
final class RemoteReceiver implements BenchReceiver {
    private static final long ANSWER_SECONDS = 60;
    private static final long END_SECONDS = 10;
    private static final String END = "";

    private final String name;
    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final long poolBase;

    /// @param rank index of the receiver among those of the first sender
    /// @throws BenchException if the process does not come up
    RemoteReceiver(final BenchPlan plan, final int rank) throws BenchException {
        name = "decode-" + rank;
        final List<String> line =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.bounce.hw.Main"));
        line.addAll(plan.serverArguments(rank));
        try {
            process =
                    new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (final IOException failure) {
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "cannot start the process of a receiver: " + failure.getMessage());
        }
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("answers of " + name).start(this::read);
        try {
            poolBase = Long.parseLong(hear("ready"));
        } catch (final BenchException failure) {
            process.destroyForcibly();
            throw failure;
        }
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

    private String hear(final String start) throws BenchException {
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
        if (answer.startsWith("wrong ")) {
            throw new BenchException(
                    BenchException.MISMATCH, name + ": " + answer.substring("wrong ".length()));
        }
        if (!answer.startsWith(start)) {
            throw new BenchException(BenchException.FAILED, "%s says '%s'".formatted(name, answer));
        }
        return answer.substring(start.length()).strip();
    }

    private String ask(final String command, final String start) throws BenchException {
        commands.println(command);
        return hear(start);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long poolBase() {
        return poolBase;
    }

    @Override
    public byte[] description() throws BenchException {
        return HexFormat.of().parseHex(ask("describe", "description"));
    }

    @Override
    public void poison() throws BenchException {
        ask("poison", "done");
    }

    @Override
    public void verify(final Mode mode) throws BenchException {
        ask("verify " + mode, "done");
    }

    @Override
    public long openGaps() throws BenchException {
        return Long.parseLong(ask("open-gaps", "base"));
    }

    @Override
    public void verifyGaps(final Mode mode) throws BenchException {
        ask("verify-gaps " + mode, "done");
    }

    @Override
    public void closeGaps() throws BenchException {
        ask("close-gaps", "done");
    }

    @Override
    public void close() {
        commands.close();
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

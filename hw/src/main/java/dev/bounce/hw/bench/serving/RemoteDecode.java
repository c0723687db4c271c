package dev.bounce.hw.bench.serving;

import com.google.gson.Gson;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.BounceProcess;
import dev.bounce.model.kv.SlotLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A decode worker in a process of its own, started here and spoken to in lines, see
/// [DecodeServer].
final class RemoteDecode implements DecodeSite {
    private static final long ANSWER_SECONDS = 60;

    private final String name;
    private final HostEvents events;
    private final Process process;
    private final PrintWriter lines;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final CompletableFuture<String> figures = new CompletableFuture<>();
    private final byte[] description;
    private final SlotLayout layout;

    /// @param index of the worker
    /// @throws BenchException if the process does not come up
    RemoteDecode(final ServingPlan plan, final int index, final HostEvents events)
            throws BenchException {
        this.events = events;
        name = ServingPlan.decodeName(index);
        process = BounceProcess.start(name, plan.arguments(index));
        lines = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("lines of " + name).start(this::read);
        try {
            final String[] words = await(ready).split(" ");
            description = HexFormat.of().parseHex(words[0]);
            layout =
                    new SlotLayout(
                            Arrays.stream(words[1].split(",")).map(Long::valueOf).toList(),
                            plan.settings().slotBytes());
        } catch (final BenchException | RuntimeException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (final IOException | IllegalArgumentException broken) {
            fail(new BenchException(BenchException.FAILED, name + ": " + broken.getMessage()));
        }
        fail(new BenchException(BenchException.FAILED, "the process of " + name + " has ended"));
    }

    private void hear(final String line) {
        if (line.startsWith(DecodeServer.TELL)) {
            events.tell(ServingMessage.parse(line.substring(DecodeServer.TELL.length())));
        } else if (line.startsWith(DecodeServer.READY)) {
            ready.complete(line.substring(DecodeServer.READY.length()));
        } else if (line.startsWith(DecodeServer.FIGURES)) {
            figures.complete(line.substring(DecodeServer.FIGURES.length()));
        } else if (line.startsWith(DecodeServer.FAILED)) {
            final String[] words = line.substring(DecodeServer.FAILED.length()).split(" ", 2);
            fail(new BenchException(Integer.parseInt(words[0]), words[1]));
        } else {
            throw new IllegalArgumentException("says '" + line + "'");
        }
    }

    /// The first failure is the one that counts.
    private void fail(final BenchException failure) {
        ready.completeExceptionally(failure);
        figures.completeExceptionally(failure);
        events.failed(failure);
    }

    private String await(final CompletableFuture<String> answer) throws BenchException {
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "%s has not answered within %d s".formatted(name, ANSWER_SECONDS));
        } catch (final ExecutionException failure) {
            if (failure.getCause() instanceof final BenchException known) {
                throw known;
            }
            throw new BenchException(BenchException.FAILED, name + ": " + failure.getCause());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public byte[] description() {
        return description.clone();
    }

    @Override
    public SlotLayout layout() {
        return layout;
    }

    @Override
    public void tell(final ServingMessage message) {
        say(DecodeServer.TELL + message.line());
    }

    private synchronized void say(final String line) {
        lines.println(line);
    }

    @Override
    public WorkerFigures finish() throws BenchException {
        say(DecodeServer.FINISH);
        return new Gson().fromJson(await(figures), WorkerFigures.class);
    }

    @Override
    public void close() {
        lines.close();
        BounceProcess.end(process);
    }
}

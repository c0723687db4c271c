package dev.bounce.hw.bench.serving;

import com.google.gson.Gson;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.plane.LocalFabric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.stream.Collectors;

/// The process of a decode worker: takes lines and says lines, see [RemoteDecode].
///
/// | it takes | it says |
/// |---|---|
/// | (start) | `ready DESCRIPTION BASE,BASE,...` |
/// | `tell MESSAGE` | `tell MESSAGE`, as many as there are and whenever |
/// | `finish` | `figures JSON` |
/// | (anything) | `failed EXITCODE TEXT` when it cannot go on |
final class DecodeServer implements HostEvents {
    static final String READY = "ready ";
    static final String TELL = "tell ";
    static final String FINISH = "finish";
    static final String FIGURES = "figures ";
    static final String FAILED = "failed ";

    private static final Gson GSON = new Gson();

    private final PrintWriter out;

    private DecodeServer(final PrintWriter out) {
        this.out = out;
    }

    /// Serves until the lines end.
    ///
    /// @param index of the worker
    static void run(
            final ServingPlan plan,
            final int index,
            final BufferedReader lines,
            final PrintWriter out)
            throws IOException {
        final DecodeServer server = new DecodeServer(out);
        try (LocalDecode worker = new LocalDecode(plan, index, new LocalFabric(), server)) {
            server.say(
                    READY
                            + HexFormat.of().formatHex(worker.description())
                            + " "
                            + worker.layout().poolBases().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(",")));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                server.obey(worker, line);
            }
        } catch (final BenchException absent) {
            server.failed(absent);
        }
    }

    private void obey(final LocalDecode worker, final String line) {
        if (line.startsWith(TELL)) {
            worker.tell(ServingMessage.parse(line.substring(TELL.length())));
            return;
        }
        try {
            say(FIGURES + GSON.toJson(worker.finish()));
        } catch (final BenchException failure) {
            failed(failure);
        }
    }

    @Override
    public void tell(final ServingMessage message) {
        say(TELL + message.line());
    }

    @Override
    public void failed(final BenchException failure) {
        say(FAILED + failure.exitCode() + " " + failure.getMessage());
    }

    private synchronized void say(final String line) {
        out.println(line);
        out.flush();
    }
}

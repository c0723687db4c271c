package dev.bounce.spec.trace;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a trace file line by line. The order of [TraceLine] is checked on the way; whether the
/// steps are true is not: that is what a replay finds out.
public final class TraceReader implements AutoCloseable {
    private final BufferedReader file;
    private final Head head;
    private int lineNumber;
    private String text;
    private int stage;
    private boolean ended;

    private TraceReader(final BufferedReader file) throws IOException, MalformedTraceException {
        this.file = file;
        final TraceLine first = next();
        if (!(first instanceof Head read)) {
            throw new MalformedTraceException(1, "the file is empty");
        }
        head = read;
    }

    /// Opens a file and reads its head.
    ///
    /// @throws IOException if it cannot be read
    /// @throws MalformedTraceException if its first line is no head
    public static TraceReader open(final Path path) throws IOException, MalformedTraceException {
        final BufferedReader file = Files.newBufferedReader(path);
        try {
            return new TraceReader(file);
        } catch (final IOException | MalformedTraceException failed) {
            file.close();
            throw failed;
        }
    }

    /// Whether a first line belongs to a trace, of whatever version.
    public static boolean isTrace(final String firstLine) {
        return firstLine.startsWith("{\"v\":") && firstLine.contains("\"schema\":\"bounce.trace/");
    }

    /// The first line.
    public Head head() {
        return head;
    }

    /// The next line after the head, `null` after [End].
    ///
    /// @throws MalformedTraceException if the line is none, stands in the wrong place, or is not
    ///     there although the trace has not ended
    public TraceLine next() throws IOException, MalformedTraceException {
        if (nextText() == null) {
            if (lineNumber > 0 && !ended) {
                throw new MalformedTraceException(
                        lineNumber + 1, "the file was cut off, its last line is missing");
            }
            return null;
        }
        if (ended) {
            throw new MalformedTraceException(lineNumber, "follows the end of the trace");
        }
        final TraceLine line = parse();
        ended = line instanceof End;
        return line;
    }

    /// The next line as text, which may be anything; `null` at the end of the file. For a caller
    /// that knows what it must be.
    public String nextText() throws IOException, MalformedTraceException {
        try {
            text = file.readLine();
        } catch (final CharacterCodingException binary) {
            throw new MalformedTraceException(lineNumber + 1, "not UTF-8");
        }
        if (text != null) {
            lineNumber++;
        }
        return text;
    }

    /// The line that was read last as a value.
    ///
    /// @throws MalformedTraceException if it is none
    public TraceLine parse() throws MalformedTraceException {
        try {
            final JsonElement json = EngineJson.element(text);
            if (!json.isJsonObject()) {
                throw new JsonParseException("no JSON object");
            }
            final TraceLine line = LineParser.parse(json.getAsJsonObject());
            place(line);
            return line;
        } catch (final JsonParseException malformed) {
            throw new MalformedTraceException(lineNumber, oneLine(malformed.getMessage()));
        }
    }

    /// The line that was read last, as it stands in the file.
    public String text() {
        return text;
    }

    /// Number of that line, from 1.
    public int lineNumber() {
        return lineNumber;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void place(final TraceLine line) {
        final int place =
                switch (line) {
                    case Head _ -> 0;
                    case TraceLine.Decided _ -> 1;
                    case TraceLine.State _, TraceLine.Step _, TraceLine.Taking _ -> 2;
                    case End _ -> 3;
                };
        if (place < stage || lineNumber == 1 != (place == 0)) {
            throw new JsonParseException(
                    "a line of this kind ("
                            + line.getClass().getSimpleName()
                            + ") is out of place");
        }
        stage = place;
    }

    private static String oneLine(final String message) {
        return message.lines().findFirst().orElse("malformed").strip();
    }
}

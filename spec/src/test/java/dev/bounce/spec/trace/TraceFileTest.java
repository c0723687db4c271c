package dev.bounce.spec.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.wire.Blob;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    private static final EngineConfig CONFIG =
            RandomValues.config("agent-0", 5, Blob.of(new byte[16]));

    private final List<TraceLine> written = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final TraceOutput out =
            new TraceOutput(
                    (line, text) -> {
                        written.add(line);
                        texts.add(text);
                    });

    @TempDir private Path folder;

    @Test
    void shouldReadTheLinesThatItWrote() throws Exception {
        writeAll();
        assertEquals(7, written.size());
        assertEquals(written.subList(0, 2), read(texts).subList(0, 2));
        assertEquals(written.subList(3, 7), read(texts).subList(3, 7));
        final State state = (State) read(texts).get(2);
        assertEquals(CONFIG, state.config());
        assertEquals(
                EngineJson.text(Snapshot.class, ((State) written.get(2)).state()),
                EngineJson.text(Snapshot.class, state.state()));
    }

    @Test
    void shouldHashWhatCameBefore() {
        writeAll();
        final long hash = ((Step) written.get(3)).hash();
        written.clear();
        final TraceOutput other = new TraceOutput((line, _) -> written.add(line));
        other.step(12, "agent-0", List.of(), new Event.Tick(), List.of());
        assertNotEquals(hash, ((Step) written.get(0)).hash());
    }

    @Test
    void shouldTellTheVersionOfAnotherFormat() {
        writeAll();
        texts.set(0, texts.get(0).replace("bounce.trace/1", "bounce.trace/9"));
        assertTrue(TraceReader.isTrace(texts.get(0)));
        assertMalformed(1, "'bounce.trace/9', this build reads bounce.trace/1");
    }

    @Test
    void shouldNameTheLineThatIsMalformed() {
        writeAll();
        texts.set(3, texts.get(3).replace("\"is\":\"Cancel\"", "\"is\":\"Cancle\""));
        assertMalformed(4, "Event has no kind 'Cancle'");
    }

    @Test
    void shouldRefuseAnUnknownAction() {
        writeAll();
        texts.set(3, texts.get(3).replace("\"Grant\"", "\"Grunt\""));
        assertMalformed(4, "no action is named \"Grunt\"");
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        writeAll();
        texts.set(1, "dec");
        assertMalformed(2, "no JSON at column");
        texts.set(1, "[1]");
        assertMalformed(2, "no JSON object");
        texts.set(1, "{}");
        assertMalformed(2, "neither head, decision");
        texts.set(1, "{\"dec\":\"x\"}");
        assertMalformed(2, "'n' is missing");
        texts.set(1, "{\"n\":[],\"dec\":\"x\"}");
        assertMalformed(2, "BEGIN_ARRAY");
    }

    @Test
    void shouldRefuseLinesThatAreOutOfPlace() {
        writeAll();
        texts.add(3, texts.get(1));
        assertMalformed(4, "out of place");
        texts.set(3, texts.get(0));
        assertMalformed(4, "out of place");
    }

    @Test
    void shouldRefuseAFileThatWasCutOff() {
        writeAll();
        texts.removeLast();
        assertMalformed(7, "cut off");
    }

    @Test
    void shouldRefuseWhatFollowsTheEnd() {
        writeAll();
        texts.add(texts.get(3));
        assertMalformed(8, "follows the end");
    }

    @Test
    void shouldRefuseAnEmptyFile() {
        assertMalformed(1, "empty");
    }

    @Test
    void shouldTellATraceFromAnotherFile() {
        assertFalse(TraceReader.isTrace("{\"schema\":\"bounce.scenario/1\"}"));
    }

    @Test
    void shouldFingerprintAModule() {
        final String engine = BuildFingerprint.of(Event.class);
        assertTrue(engine.matches("[0-9a-f]{8}"), engine);
        assertEquals(engine, BuildFingerprint.of(Snapshot.class));
        assertNotEquals(engine, BuildFingerprint.of(Blob.class));
        assertEquals(
                engine + "." + BuildFingerprint.of(Blob.class),
                BuildFingerprint.of(Event.class, Blob.class));
    }

    private void writeAll() {
        out.head(
                new Head(
                        Kind.SIMULATION,
                        "00000000",
                        -7,
                        "default",
                        new TreeMap<>(Map.of("agents", 2L, "big", Long.MAX_VALUE)),
                        List.of("agent-0", "agent-1"),
                        Map.of("agent-0", CONFIG),
                        true));
        out.decided(new Decided(1, "LOSS/3", 1L << 60));
        out.state(11, "agent-0", CONFIG, new RandomValues(3).of(Snapshot.class));
        out.step(
                12,
                "agent-0",
                List.of(new Taken(Action.GRANT, -1L << 62, 1, 2, -1, 3)),
                new Event.Cancel(4),
                List.of(new Effect.Stopped()));
        out.taking(12, "loss/0>1/3", 1L << 60);
        out.step(13, "agent-1", List.of(), new Event.Tick(), List.of());
        out.end(new End(2, out.hash(), "NoForeignWrite", "a \"write\"\n landed"));
    }

    private List<TraceLine> read(final List<String> lines) throws Exception {
        final Path file = folder.resolve("trace");
        Files.write(file, lines);
        final List<TraceLine> read = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(file)) {
            read.add(reader.head());
            for (TraceLine line = reader.next(); line != null; line = reader.next()) {
                assertEquals(lines.get(reader.lineNumber() - 1), reader.text());
                read.add(line);
            }
        }
        return read;
    }

    private void assertMalformed(final int line, final String part) {
        final MalformedTraceException refused =
                assertThrows(MalformedTraceException.class, () -> read(texts));
        assertEquals(line, refused.lineNumber(), refused.getMessage());
        assertTrue(refused.getMessage().startsWith("line " + line + ": "), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
}

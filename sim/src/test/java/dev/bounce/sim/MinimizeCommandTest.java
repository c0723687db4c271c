package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.replay.Replay;
import dev.bounce.sim.replay.Replayed;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.spec.trace.TraceFileSink;
import dev.bounce.spec.trace.TraceReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// A planted bug, found and made small by the commands that a person would type.
class MinimizeCommandTest {
    @TempDir private Path folder;

    @Test
    void shouldMakeATraceSmallThatStillReplays() throws Exception {
        final Path large = writeViolation();
        final Path small = folder.resolve("small");
        final JsonObject json =
                JsonParser.parseString(
                                run(0, large.toString(), "-o", small.toString(), "--json").out())
                        .getAsJsonObject();
        assertEquals("bounce.minimize/1", json.get("schema").getAsString());
        assertEquals(Objector.PROPERTY, json.get("property").getAsString());
        assertTrue(json.get("decisionsBefore").getAsInt() > 10, json.toString());
        final Script script = SimulationTrace.read(small);
        assertEquals(json.get("decisions").getAsInt(), script.decisions().size());
        assertEquals(
                List.of("cancel", "submit", "writeDirty"),
                script.decisions().stream().map(Decision::family).sorted().distinct().toList());
        assertTrue(script.decisions().size() <= 4, script.decisions().toString());
        try (TraceReader reader = TraceReader.open(small)) {
            final Replayed replayed =
                    new Replay(reader, Objector.runner(), Long.MAX_VALUE, (_, _) -> {}).run();
            assertTrue(replayed.isSame(), () -> String.valueOf(replayed.difference()));
            assertEquals(Objector.PROPERTY, replayed.property());
        }
    }

    @Test
    void shouldReplayAViolationWithExitCodeOne() throws Exception {
        final Path large = writeViolation();
        final StringWriter out = new StringWriter();
        final int code =
                new CommandLine(new ReplayCommand(Objector.runner()))
                        .setOut(new PrintWriter(out))
                        .execute(large.toString());
        assertEquals(1, code);
        assertTrue(out.toString().contains("every line is the same"), out.toString());
        assertTrue(out.toString().contains("violates " + Objector.PROPERTY), out.toString());
    }

    @Test
    void shouldRefuseWhatViolatesNothing() {
        final String output = folder.resolve("out").toString();
        Cli.run("minimize", "--seed", "5", "-o", output).assertUsageError("seed 5", "nothing");
    }

    @Test
    void shouldRefuseMistakes() {
        final String output = folder.resolve("out").toString();
        Cli.run("minimize", "-o", output).assertUsageError("FILE", "--seed");
        Cli.run("minimize", "--seed", "5").assertUsageError("--output");
        Cli.run("minimize", "--seed", "x", "-o", output).assertUsageError("'x'");
        Cli.run("minimize", "no such file", "-o", output).assertUsageError("'no such file'");
        Cli.run("minimize", "--seed", "5", "--profile", "wild", "-o", output)
                .assertUsageError("'wild' is not a profile");
        Cli.run("minimize", "file", "--profile", "calm", "-o", output)
                .assertUsageError("--profile");
    }

    @Test
    void shouldRefuseAPlaceThatCannotBeWrittenBeforeItRunsAnything() {
        final CommandLine line =
                new CommandLine(
                        new MinimizeCommand(
                                (_, _) -> {
                                    throw new AssertionError("a seed was run");
                                }));
        for (final Path place : List.of(folder.resolve("no such folder/out"), folder)) {
            final StringWriter err = new StringWriter();
            assertEquals(
                    2,
                    line.setErr(new PrintWriter(err))
                            .execute("--seed", "5", "-o", place.toString()));
            assertTrue(
                    err.toString().startsWith("--output: '" + place + "' cannot be"),
                    err::toString);
        }
    }

    @Test
    void shouldKeepTheFileThatIsThereWhenNothingIsViolated() throws Exception {
        final Path kept = Files.writeString(folder.resolve("kept"), "an earlier trace");
        Cli.run("minimize", "--seed", "5", "-o", kept.toString()).assertUsageError("nothing");
        assertEquals("an earlier trace", Files.readString(kept));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(kept), files.toList());
        }
    }

    /// A world so small that a run takes milliseconds.
    private Path writeViolation() throws Exception {
        final Path file = folder.resolve("large");
        final Map<String, Long> knobs = Map.of("agents", 2L, "core", 0L, "shutsDown", 0L);
        final Script script = new Script(198, Profile.DEFAULT, new TreeMap<>(knobs), null);
        try (TraceFileSink sink = new TraceFileSink(file)) {
            assertEquals(
                    Objector.PROPERTY,
                    SimulationTrace.write(Objector.runner(), script, true, sink)
                            .violation()
                            .property());
        }
        return file;
    }

    private static Cli run(final int code, final String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int actual =
                new CommandLine(new MinimizeCommand(Objector.runner()))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        assertEquals(code, actual, err.toString());
        return new Cli(actual, out.toString(), err.toString());
    }
}

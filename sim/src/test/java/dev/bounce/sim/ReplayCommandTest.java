package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final List<String> LINES = new ArrayList<>();

    @TempDir private Path folder;

    @BeforeAll
    static void writeTrace() {
        final Script script = Script.of(5).with("agents", 2).with("mostTransfers", 1);
        SimulationTrace.write(Simulation::run, script, true, (_, text) -> LINES.add(text));
    }

    @Test
    void shouldSayThatEveryLineIsTheSame() throws Exception {
        final String output = Cli.run("replay", trace()).output();
        assertTrue(output.matches("\\d+ steps replayed, every line is the same\\R"));
    }

    @Test
    void shouldPrintOneJsonObject() throws Exception {
        final JsonObject json = json(Cli.run("replay", trace(), "--json").output());
        assertEquals("bounce.replay/1", json.get("schema").getAsString());
        assertEquals("simulation", json.get("kind").getAsString());
        assertTrue(json.get("steps").getAsLong() > 100);
        assertTrue(json.get("same").getAsBoolean());
        assertFalse(json.has("property"));
    }

    @Test
    void shouldShowTheLineThatDiffers() throws Exception {
        final List<String> lines = new ArrayList<>(LINES);
        final int changed = lines.size() - 3;
        lines.set(
                changed,
                lines.get(changed)
                        .replace("\"h\":\"0x", "\"h\":\"0xa")
                        .replaceFirst("(\"h\":\"0x.{16}).", "$1"));
        final Cli run = Cli.run("replay", write(lines));
        assertEquals(1, run.code());
        assertTrue(run.out().contains("line " + (changed + 1) + " differs"), run.out());
        assertTrue(run.out().contains("  expected: ") && run.out().contains("  actual:   "));
        final JsonObject json = json(Cli.run("replay", write(lines), "--json").out());
        assertFalse(json.get("same").getAsBoolean());
        assertEquals(
                LINES.get(changed), json.getAsJsonObject("difference").get("actual").getAsString());
    }

    @Test
    void shouldRefuseATraceOfAnotherVersion() throws Exception {
        final List<String> lines = new ArrayList<>(LINES);
        lines.set(0, lines.getFirst().replace("{\"v\":1,", "{\"v\":9,"));
        Cli.run("replay", write(lines)).assertUsageError("line 1", "'v' is 9", "reads 1");
    }

    @Test
    void shouldShowALanePerAgent() throws Exception {
        final String output = Cli.run("replay", trace(), "--log", "short").output();
        assertTrue(
                output.lines().findFirst().orElse("").matches(".*\\| 0 agent-0 +\\| 1 agent-1.*"));
        assertTrue(output.matches("(?s).*[0-9] \\| SendWant 0>1 e\\d r\\d =.*"));
        assertTrue(output.matches("(?s).*\\| {36}\\| RecvWant 0>1 e\\d r\\d =.*"));
        assertTrue(output.contains("| * resolved t"));
        assertTrue(output.contains("| ! "));
        assertFalse(output.contains("! submit"));
    }

    @Test
    void shouldShowEveryStepInFullWhereNobodyWaits() throws Exception {
        final String output = Cli.run("replay", trace(), "--step", "--until", "30").output();
        for (int step = 1; step <= 30; step++) {
            assertTrue(output.contains("step " + step + " at "));
        }
        assertFalse(output.contains("step 31 at "));
        assertTrue(output.contains("  in   register "));
        assertTrue(output.contains("  act  RegisterMemory ="));
        assertTrue(output.contains("  out  "));
        assertTrue(output.contains("30 steps replayed"));
    }

    @Test
    void shouldDrawASequenceDiagram() throws Exception {
        final String output = Cli.run("replay", trace(), "--diagram", "text").output();
        assertTrue(output.contains("OPEN e1"));
        assertTrue(output.lines().anyMatch(line -> line.contains("->|") && line.contains("WANT")));
        assertTrue(output.lines().anyMatch(line -> line.contains("|<-") && line.contains("GRANT")));
    }

    @Test
    void shouldDrawASequenceDiagramForMermaid() throws Exception {
        final String output = Cli.run("replay", trace(), "--diagram", "mermaid").output();
        assertTrue(output.startsWith("sequenceDiagram"));
        assertTrue(output.contains("  participant p1 as 1 agent-1"));
        assertTrue(output.matches("(?s).*  p0->>p1: WANT e\\d r\\d .*"));
        assertTrue(output.contains("  Note over p0: Grant "));
    }

    @Test
    void shouldShowAScenario() throws Exception {
        final String output = Cli.run("replay", scenario()).output();
        assertEquals(
                List.of(
                        "model small, planted bug Leak, constants {Agents:[a]}",
                        "step | action   | what changed",
                        "   1 |          | (initial state)",
                        "   2 | Grant(a) | held.a: 0 -> 1",
                        "     |          | sent: + 7",
                        "   3 | Stop     | (nothing)",
                        "and again from step 2 on, for ever",
                        "violates NoLeak",
                        "engine: not driven, the scenario is none of Bounce.tla: the model has no"
                                + " constant LinkOf"),
                output.lines().toList());
        final JsonObject json = json(Cli.run("replay", scenario(), "--json").output());
        assertEquals("scenario", json.get("kind").getAsString());
        assertEquals(2, json.get("steps").getAsInt());
    }

    @Test
    void shouldSayWhichStepOfAScenarioTheEngineRefuses() throws Exception {
        final String bug =
                Path.of(
                                "..",
                                "spec",
                                "src",
                                "test",
                                "resources",
                                "scenarios",
                                "cancelUnderWrite.jsonl")
                        .toString();
        final String output = Cli.run("replay", bug).output();
        assertEquals(
                "engine: refuses step 14, SendCancel: no engine takes this step",
                output.lines().toList().getLast());
        final JsonObject json = json(Cli.run("replay", bug, "--json").output());
        assertTrue(json.get("engineRefuses").getAsBoolean());
        assertEquals(12, json.get("engineSteps").getAsInt());
        assertEquals(
                "engine: takes all 5 steps",
                Cli.run("replay", bug, "--until", "6").output().lines().toList().getLast());
    }

    @Test
    void shouldSayThatTheEngineDoesWhatAScenarioSays() throws Exception {
        final List<String> lines =
                Files.readAllLines(
                        Path.of(
                                "..",
                                "spec",
                                "src",
                                "test",
                                "resources",
                                "scenarios",
                                "cancelUnderWrite.jsonl"));
        final Cli done = Cli.run("replay", write(lines.subList(0, 6)));
        assertEquals(1, done.code());
        assertEquals(
                "engine: takes all 5 steps, and so violates NoForeignWrite",
                done.out().lines().toList().getLast());
    }

    @Test
    void shouldRefuseAMalformedScenario() throws Exception {
        final String file = scenario();
        final List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(file)));
        lines.set(1, "{\"n\":2}");
        Files.write(Path.of(file), lines);
        Cli.run("replay", file).assertUsageError(file, "line 2", "'d' is missing");
        lines.set(0, lines.getFirst().replace("scenario/1", "scenario/2"));
        Files.write(Path.of(file), lines);
        Cli.run("replay", file).assertUsageError("line 1", "bounce.scenario/2");
        Cli.run("replay", file, "--step").assertUsageError("a scenario is shown as a table");
    }

    @Test
    void shouldRefuseWhatIsNoTrace() throws Exception {
        Cli.run("replay").assertUsageError("FILE");
        Cli.run("replay", "no such file").assertUsageError("'no such file'");
        Cli.run("replay", write(List.of("hello"))).assertUsageError("neither a trace");
        Cli.run("replay", write(LINES.subList(0, 9))).assertUsageError("line 10", "cut off");
        Cli.run("replay", trace(), "--until", "0").assertUsageError("--until", "'0'");
        Cli.run("replay", trace(), "--log", "long").assertUsageError("--log", "'long'");
        Cli.run("replay", trace(), "--json", "--step").assertUsageError("--json", "--step");
    }

    private String trace() throws Exception {
        return write(LINES);
    }

    private String scenario() throws Exception {
        return write(
                List.of(
                        "{\"schema\":\"bounce.scenario/1\",\"model\":\"small\",\"bug\":\"Leak\","
                                + "\"property\":\"NoLeak\",\"constants\":{\"Agents\":[\"a\"]},"
                                + "\"state\":{\"held\":{\"a\":0}}}",
                        "{\"n\":2,\"act\":\"Grant\",\"in\":[\"a\"],\"d\":[{\"path\":\"held.a\","
                                + "\"from\":0,\"to\":1},{\"path\":\"sent\",\"to\":7}]}",
                        "{\"n\":3,\"act\":\"Stop\",\"in\":[],\"d\":[]}",
                        "{\"backTo\":2}"));
    }

    private String write(final List<String> lines) throws Exception {
        final Path file = folder.resolve("trace.jsonl");
        Files.write(file, lines);
        return file.toString();
    }

    private static JsonObject json(final String output) {
        assertEquals(1, output.lines().count());
        return JsonParser.parseString(output).getAsJsonObject();
    }
}

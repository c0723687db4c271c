package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.spec.Main;
import dev.bounce.spec.tlc.Toy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line, on the toy specification and the real TLC.
class CheckCommandTest {
    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void copy() throws IOException {
        Toy.copyTo(folder);
    }

    @Test
    void shouldCheckTheModelsOfTheBuildAndReachTheSituations() {
        assertEquals(0, run("--json"), out + "" + err);
        final JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("bounce.check/1", json.get("schema").getAsString());
        assertTrue(json.get("ok").getAsBoolean());
        assertEquals(16, json.get("distinctStates").getAsInt());
        assertEquals(2, json.get("models").getAsJsonArray().size());
        assertEquals(1, json.get("situations").getAsJsonArray().size());
    }

    @Test
    void shouldCheckAGroupOfModelsByTheBeginningOfTheirNames() throws IOException {
        final Path models = folder.resolve("models");
        Files.copy(models.resolve("ok.cfg"), models.resolve("both-one.cfg"));
        Files.copy(models.resolve("ok.cfg"), models.resolve("both-two.cfg"));
        Files.writeString(
                folder.resolve("models.csv"),
                """
                model,module,tier,distinct,depth,idle
                ok,Credit,build,8,5,Vanish
                both-one,Credit,mutants,8,5,Vanish
                both-two,Credit,medium,8,5,Vanish
                """);
        assertEquals(0, run("--model", "both", "--json"), out + "" + err);
        final JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("both", json.get("model").getAsString());
        assertEquals(2, json.get("models").getAsJsonArray().size());
        assertEquals(16, json.get("distinctStates").getAsInt());
        assertEquals(2, run("--model", "both", "--distributed"));
        out.getBuffer().setLength(0);
        assertEquals(0, run("--model", "all-medium", "--json"), out + "" + err);
        final JsonObject medium = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals(8, medium.get("distinctStates").getAsInt(), out.toString());
    }

    @Test
    void shouldFailWhenTheRunSaysLessThanIsCommitted() throws IOException {
        replace("models.csv", "ok,Credit,build,8,5,Vanish", "ok,Credit,build,9,5,");
        assertEquals(1, run("--model", "ok"));
        assertTrue(out.toString().contains("8 distinct states, committed are 9"), out.toString());
        assertTrue(out.toString().contains("never takes Vanish"), out.toString());
    }

    @Test
    void shouldFindEveryPlantedBug() {
        assertEquals(0, run("--mutant", "all", "--json"), out + "" + err);
        final JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("bounce.checkMutants/1", json.get("schema").getAsString());
        assertEquals(4, json.get("mutants").getAsJsonArray().size());
        assertEquals(1, json.get("equivalent").getAsJsonArray().size());
        assertEquals(0, json.get("survived").getAsJsonArray().size());
    }

    @Test
    void shouldFailWhenABugSurvivesViolatesSomethingElseOrHasNoModel() throws IOException {
        Files.writeString(
                folder.resolve("mutants.csv"),
                """
                mutant,rule,model,property,depth
                harmless,1,ok,Conservation,
                keepsCredit,2,ok,TypeOK,
                noEnd,3,absent,deadlock,
                """);
        assertEquals(1, run("--mutant", "all", "--json"));
        final JsonObject json = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertFalse(json.get("ok").getAsBoolean());
        assertEquals("[\"harmless\"]", json.get("survived").toString());
        final List<String> complaints = new ArrayList<>();
        for (final JsonElement one : json.get("mutants").getAsJsonArray()) {
            complaints.add(one.getAsJsonObject().get("complaint").getAsString());
        }
        assertEquals(
                List.of(
                        "SURVIVED",
                        "violates Conservation instead, in 2 steps",
                        "failed: there is no models/absent.cfg"),
                complaints);
        assertEquals("[\"AllSent\"]", json.get("unviolated").toString());
    }

    @Test
    void shouldWriteTheCounterexampleAsAScenario() throws IOException {
        final Path file = folder.resolve("found.jsonl");
        assertEquals(0, run("--mutant", "keepsCredit", "--scenario", file.toString()));
        final List<JsonObject> lines = new ArrayList<>();
        for (final String line : Files.readAllLines(file)) {
            lines.add(JsonParser.parseString(line).getAsJsonObject());
        }
        assertEquals(3, lines.size());
        final JsonObject head = lines.getFirst();
        assertEquals("keepsCredit", head.get("bug").getAsString());
        assertEquals(1, head.get("constants").getAsJsonObject().get("Max").getAsInt());
        assertEquals(1, head.get("state").getAsJsonObject().get("free").getAsInt());
        assertEquals("Spend", lines.getLast().get("act").getAsString());
        assertEquals(lines.get(1).get("in"), lines.getLast().get("in"));
        assertTrue(out.toString().contains("| Spend(a) |"), out.toString());
        assertTrue(out.toString().contains("sent: + \"a\""), out.toString());
    }

    @Test
    void shouldCommitWhatItFinds() throws IOException {
        replace("models.csv", "ok,Credit,build,8,5,Vanish", "ok,Credit,build,,,");
        assertEquals(0, run("--model", "ok", "--record"), out.toString());
        assertTrue(
                Files.readString(folder.resolve("models.csv"))
                        .contains("ok,Credit,build,8,5,Vanish"));
    }

    @Test
    void shouldCommitTheDepthOfABugToTheRowOfItsModelOnly() throws IOException {
        Files.writeString(
                folder.resolve("mutants.csv"),
                """
                mutant,rule,model,property,depth
                grantsTwo,1,ok,Conservation,
                grantsTwo,1,other,Conservation,
                keepsCredit,2,ok,Conservation,
                """);
        assertEquals(0, run("--mutant", "grantsTwo", "--model", "ok", "--record"), out + "" + err);
        assertEquals(
                List.of("grantsTwo,1,ok,Conservation,1", "grantsTwo,1,other,Conservation,"),
                Files.readAllLines(folder.resolve("mutants.csv")).subList(1, 3));
    }

    @Test
    void shouldShareOneModelOutAmongProcesses() throws IOException {
        final String port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = Integer.toString(free.getLocalPort());
        }
        assertEquals(0, run("--model", "ok", "--distributed", "--port", port), out + "" + err);
        assertTrue(out.toString().contains("ok"), out.toString());
    }

    @Test
    void shouldRefuseUnknownNamesWithTheNearestOne() {
        assertEquals(2, run("--mutant", "keepsCredits"));
        assertTrue(err.toString().contains("did you mean keepsCredit?"), err.toString());
        assertFalse(err.toString().strip().contains("\n"), err.toString());
        assertEquals(2, run("--model", "okay"));
    }

    @Test
    void shouldRefuseToDistributeLivenessOrMutants() {
        assertEquals(2, run("--model", "live", "--distributed"));
        assertEquals(2, run("--mutant", "all", "--distributed"));
    }

    @Test
    void shouldSayThatThereIsNoSpecification() {
        assertEquals(3, new RunAt(folder.resolve("absent")).run());
    }

    private final class RunAt {
        private final Path spec;

        RunAt(final Path spec) {
            this.spec = spec;
        }

        int run(final String... arguments) {
            final List<String> all = new ArrayList<>(List.of("check", "--spec", spec.toString()));
            all.addAll(List.of(arguments));
            return Main.commandLine()
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute(all.toArray(String[]::new));
        }
    }

    private int run(final String... arguments) {
        return new RunAt(folder).run(arguments);
    }

    private void replace(final String file, final String from, final String to) throws IOException {
        final Path path = folder.resolve(file);
        final String text = Files.readString(path);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(path, text.replace(from, to));
    }
}

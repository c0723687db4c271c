package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimCommandTest {
    @Test
    void shouldPrintOneJsonObject() {
        final String output =
                Cli.run("sim", "--second-jvm=off", "--seeds", "1..3", "--json").output();
        assertEquals(1, output.lines().count());
        final JsonObject json = JsonParser.parseString(output).getAsJsonObject();
        assertEquals("bounce.sim/1", json.get("schema").getAsString());
        assertEquals(3, json.get("seeds").getAsInt());
        assertEquals(0, json.get("violations").getAsInt());
        assertTrue(json.get("steps").getAsLong() > 1_000);
        assertTrue(json.get("stepsPerSecond").getAsLong() > 0);
        assertTrue(json.get("steps").getAsLong() >= json.get("engineSteps").getAsLong());
        assertEquals(0, json.getAsJsonArray("missingMarks").size());
        assertEquals(0, json.getAsJsonArray("inertFamilies").size());
        assertTrue(json.getAsJsonObject("faults").has("writeDirty"));
        assertTrue(json.getAsJsonObject("marks").has("zombieWriteHitQuarantine"));
        assertEquals(0, json.getAsJsonArray("found").size());
    }

    @Test
    void shouldPrintATable() {
        final String output = Cli.run("sim", "--second-jvm=off", "--seed", "1").output();
        assertTrue(output.contains("engine steps"), output);
        assertTrue(output.contains("lateDataAfterRegrant"), output);
        assertTrue(output.endsWith("transfers" + System.lineSeparator()), output);
    }

    @Test
    void shouldPrintTheVerdictOnlyWhenQuiet() {
        final String output =
                Cli.run("sim", "--second-jvm=off", "--seeds", "2..3", "--quiet").output();
        assertEquals(1, output.lines().count());
        assertTrue(output.startsWith("2 seeds (2..3): 0 violations"), output);
    }

    @Test
    void shouldSayWhatWasViolatedAndHowToSeeItAgain() {
        final Cli run = violated("--seed", "4", "--quiet");
        assertEquals(1, run.code());
        for (final String part :
                new String[] {
                    "seed 4 violates NoForeignWrite",
                    "step 7, virtual time 1000 ns",
                    "a write landed",
                    "./bounce sim --seed 4",
                    "./bounce minimize --seed 4 -o seed-4.jsonl"
                }) {
            assertTrue(run.out().contains(part), run.out());
        }
    }

    @Test
    void shouldTellAViolationAsJson() {
        final Cli run = violated("--seeds", "4..5", "--json");
        final JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        assertEquals(1, run.code());
        assertEquals(2, json.get("violations").getAsInt());
        final JsonObject found = json.getAsJsonArray("found").get(1).getAsJsonObject();
        assertEquals(5, found.get("seed").getAsLong());
        assertEquals("NoForeignWrite", found.get("property").getAsString());
        assertEquals("./bounce sim --seed 5", found.get("command").getAsString());
    }

    @Test
    void shouldRunAProfile() {
        final String output =
                Cli.run("sim", "--second-jvm=off", "--seeds", "1..2", "--profile", "calm", "--json")
                        .output();
        final JsonObject json = JsonParser.parseString(output).getAsJsonObject();
        assertEquals("calm", json.get("profile").getAsString());
        assertEquals(
                0,
                json.getAsJsonObject("faults")
                        .getAsJsonObject("loss")
                        .get("seedsEnabled")
                        .getAsInt());
    }

    @Test
    void shouldTellHowFastItIsAndWhatItLookedAt() {
        final String[] command = {
            "sim", "--second-jvm=off", "--seeds", "1..2", "--no-bytes", "--no-checks", "--json"
        };
        final JsonObject json = JsonParser.parseString(Cli.run(command).output()).getAsJsonObject();
        assertFalse(json.get("bytes").getAsBoolean());
        assertFalse(json.get("checkers").getAsBoolean());
        for (final String figure :
                new String[] {"seedsPerMinute", "stepsPerSecond", "virtualSecondsPerSecond"}) {
            assertTrue(json.get(figure).getAsLong() > 0, json.toString());
        }
        final String table =
                Cli.run("sim", "--second-jvm=off", "--seed", "1", "--profile", "calm").output();
        assertTrue(table.matches("(?s).*checkers +all.*"), table);
    }

    @Test
    void shouldKeepResultsOfLessOutOfCampaigns(@TempDir final Path folder) {
        final String file = folder.resolve("part.json").toString();
        Cli.run("sim", "--seed", "1", "--no-bytes", "--output", file)
                .assertUsageError("--output", "--no-bytes");
    }

    @Test
    void shouldRefuseAnUnknownProfile() {
        Cli.run("sim", "--profile", "calmer").assertUsageError("--profile", "'calmer'", "incast");
    }

    @Test
    void shouldRefuseAMalformedShard() {
        Cli.run("sim", "--seeds", "1..9", "--shard", "4/3")
                .assertUsageError("--shard", "'4/3'", "INDEX/COUNT");
        Cli.run("sim", "--seeds", "1..2", "--shard", "1/3").assertUsageError("--shard", "2 seeds");
    }

    @Test
    void shouldRefuseToWriteIntoAFolderThatThereIsNot() {
        Cli.run("sim", "--seed", "1", "--output", "/nowhere/at/all.json")
                .assertUsageError("--output", "/nowhere/at/all.json");
    }

    @Test
    void shouldRefuseAFolderBeforeAnySeedRuns(@TempDir final Path folder) {
        final int[] ran = {0};
        final Campaign counted =
                new Campaign(
                        (script, _) -> {
                            ran[0]++;
                            return CampaignTest.result(script.seed(), 1, null);
                        },
                        script -> CampaignTest.result(script.seed(), 1, null));
        final Cli run = run(counted, "--seed", "4", "--output", folder.toString());
        assertEquals(2, run.code());
        assertTrue(run.err().contains("it is a folder"), run.err());
        assertEquals(0, ran[0]);
    }

    @Test
    void shouldKeepAResultUntilTheNewOneIsWhole(@TempDir final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("part.json"), "old");
        final List<String> seen = new ArrayList<>();
        final Campaign looking =
                new Campaign(
                        (script, _) -> {
                            seen.add(read(file));
                            return CampaignTest.result(script.seed(), 1, null);
                        },
                        script -> CampaignTest.result(script.seed(), 1, null));
        assertEquals(0, run(looking, "--seed", "4", "--output", file.toString()).code());
        assertEquals(List.of("old", "old"), seen);
        assertTrue(read(file).contains("\"schema\":\"bounce.sim/1\""), read(file));
        assertEquals(List.of(file), files(folder));
    }

    @Test
    void shouldLeaveTheOldResultAndNothingElseWhereTheRunIsCutOff(@TempDir final Path folder)
            throws IOException {
        final Path file = Files.writeString(folder.resolve("part.json"), "old");
        try (ResultFile result = ResultFile.open(file)) {
            assertEquals(2, files(folder).size(), result.toString());
        }
        assertEquals("old", read(file));
        assertEquals(List.of(file), files(folder));
    }

    @Test
    void shouldPrintHashesOfEveryFiftiethSeed() {
        final String output = Cli.run("sim", "--seeds", "1..51", "--hashes").output();
        assertEquals(2, output.lines().count());
        final String hash = Long.toHexString(Simulation.run(51).hash());
        assertEquals("51 " + hash, output.lines().toList().getLast());
    }

    @Test
    void shouldFindNothingInASecondVirtualMachine() {
        final String output =
                Cli.run(
                                "sim",
                                "--seed",
                                "2",
                                "--profile",
                                "calm",
                                "--second-jvm=compiled",
                                "--quiet")
                        .output();
        assertTrue(output.contains("0 violations"), output);
    }

    @Test
    void shouldWriteATraceThatReplays(@TempDir final Path folder) {
        final String trace = folder.resolve("trace").toString();
        final Cli run =
                Cli.run(
                        "sim",
                        "--second-jvm=off",
                        "--seed",
                        "5",
                        "--profile",
                        "calm",
                        "--trace",
                        trace);
        assertTrue(run.output().contains("engine steps"));
        final String replayed = Cli.run("replay", trace, "--until", "200").output();
        assertTrue(replayed.startsWith("200 steps replayed, every line is the same"), replayed);
    }

    @Test
    void shouldRefuseATraceOfManySeedsOrNowhere(@TempDir final Path folder) {
        final String trace = folder.resolve("trace").toString();
        Cli.run("sim", "--seeds", "1..2", "--trace", trace)
                .assertUsageError("--trace", trace, "--seed N");
        Cli.run("sim", "--seed", "1", "--trace", folder.toString())
                .assertUsageError(folder.toString(), "cannot be written");
    }

    @Test
    void shouldRefuseAnEmptyRange() {
        Cli.run("sim", "--seeds", "5..1").assertUsageError("--seeds", "'5..1'", "empty");
    }

    @Test
    void shouldRefuseAMalformedRange() {
        Cli.run("sim", "--seeds", "200").assertUsageError("--seeds", "'200'", "1..200");
        Cli.run("sim", "--seeds", "1..x").assertUsageError("--seeds", "'x'");
        Cli.run("sim", "--seeds", "").assertUsageError("--seeds", "''");
    }

    @Test
    void shouldRefuseAMalformedSeed() {
        Cli.run("sim", "--seed", "-3").assertUsageError("--seed", "'-3'");
        Cli.run("sim", "--seed", "one").assertUsageError("--seed", "'one'");
    }

    @Test
    void shouldRefuseBothASeedAndARange() {
        Cli.run("sim", "--seed", "1", "--seeds", "1..2").assertUsageError("--seed");
    }

    @Test
    void shouldRefuseAnUnknownFlag() {
        Cli.run("sim", "--seedz", "1").assertUsageError("--seedz", "./bounce sim --help");
    }

    private static Cli violated(final String... arguments) {
        final PropertyViolation violation =
                new PropertyViolation("NoForeignWrite", "a write landed");
        final Campaign campaign =
                new Campaign(
                        (script, _) -> CampaignTest.result(script.seed(), 1, violation),
                        script -> CampaignTest.result(script.seed(), 1, violation));
        return run(campaign, arguments);
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> files(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static Cli run(final Campaign campaign, final String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int code =
                new CommandLine(new SimCommand(campaign, new SecondMachine()))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(
                                Stream.concat(
                                                Stream.of("--second-jvm=off"),
                                                Arrays.stream(arguments))
                                        .toArray(String[]::new));
        return new Cli(code, out.toString(), err.toString());
    }
}

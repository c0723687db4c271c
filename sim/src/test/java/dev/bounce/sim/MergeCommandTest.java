package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {
    @TempDir private Path folder;

    @Test
    void shouldAddUpTheParts() throws IOException {
        final Path first = write("1", part("1..10", new Shard(1, 2), Profile.DEFAULT, "b", null));
        final Path second = write("2", part("1..10", new Shard(2, 2), Profile.DEFAULT, "b", null));
        final String output = Cli.run("sim", "merge", text(second), text(first), "--json").output();
        final JsonObject json = JsonParser.parseString(output).getAsJsonObject();
        assertEquals(10, json.get("seeds").getAsLong());
        assertEquals("[\"1..10\"]", json.get("ran").toString());
        assertEquals(10 * 9, json.get("steps").getAsLong());
        assertEquals(10 * 7, json.get("engineSteps").getAsLong());
        assertEquals(10, json.getAsJsonObject("marks").get("wantRepeated").getAsLong());
        final JsonObject loss = json.getAsJsonObject("faults").getAsJsonObject("loss");
        assertEquals(10, loss.get("seedsEnabled").getAsLong());
        assertEquals(5, loss.get("seedsApplied").getAsLong());
        assertEquals(10, loss.get("applied").getAsLong());
    }

    @Test
    void shouldAddUpManyResultsInOneFile() throws IOException {
        final Path all =
                write(
                        "all",
                        part("1..4", new Shard(2, 2), Profile.DEFAULT, "b", null)
                                + part("1..4", new Shard(1, 2), Profile.DEFAULT, "b", null));
        assertTrue(Cli.run("sim", "merge", text(all)).output().contains("4 seeds (1..4): 0 viol"));
    }

    @Test
    void shouldPrintTheSituationsAsMarkdown() throws IOException {
        final Path part = write("1", part("1..9", Shard.WHOLE, Profile.DEFAULT, "b", null));
        final String output = Cli.run("sim", "merge", "--markdown", text(part)).output();
        assertTrue(output.contains("| wantRepeated | 9 |"), output);
        assertTrue(output.contains("| (openRefused) | 0 |"), output);
        for (final Mark mark : Mark.values()) {
            assertTrue(output.contains(mark.label()), mark.label());
        }
    }

    @Test
    void shouldSayWhichSeedsAreMissing() throws IOException {
        final Path part = write("1", part("1..9", new Shard(2, 3), Profile.DEFAULT, "b", null));
        final Cli run = Cli.run("sim", "merge", text(part));
        assertEquals(1, run.code());
        assertEquals("missing seeds: 1..3, 7..9" + System.lineSeparator(), run.err());
        final JsonObject json =
                JsonParser.parseString(Cli.run("sim", "merge", "--json", text(part)).out())
                        .getAsJsonObject();
        assertEquals("[\"1..3\",\"7..9\"]", json.get("missingSeeds").toString());
    }

    @Test
    void shouldFailOnAViolationAndSayHowToSeeItAgain() throws IOException {
        final PropertyViolation violation = new PropertyViolation("NoForeignWrite", "seen");
        final Path part = write("1", part("3..3", Shard.WHOLE, Profile.CHAOS, "b", violation));
        final Cli run = Cli.run("sim", "merge", text(part));
        assertEquals(1, run.code());
        assertTrue(run.out().contains("seed 3 violates NoForeignWrite"), run.out());
        assertTrue(run.out().contains("./bounce sim --seed 3 --profile chaos"), run.out());
    }

    @Test
    void shouldRefuseTheSameSeedsTwice() throws IOException {
        final Path part = write("1", part("1..9", new Shard(2, 3), Profile.DEFAULT, "b", null));
        Cli.run("sim", "merge", text(part), text(part)).assertUsageError("4..6", "overlap");
    }

    @Test
    void shouldRefusePartsThatDoNotGoTogether() throws IOException {
        final Path part = write("1", part("1..4", new Shard(1, 2), Profile.DEFAULT, "b", null));
        final Path build = write("2", part("1..4", new Shard(2, 2), Profile.DEFAULT, "c", null));
        final Path profile = write("3", part("1..4", new Shard(2, 2), Profile.CALM, "b", null));
        final Path whole = write("4", part("1..6", new Shard(2, 2), Profile.DEFAULT, "b", null));
        Cli.run("sim", "merge", text(part), text(build)).assertUsageError("build", "'c'", "'b'");
        Cli.run("sim", "merge", text(part), text(profile)).assertUsageError("profile", "'calm'");
        Cli.run("sim", "merge", text(part), text(whole)).assertUsageError("campaign", "'1..6'");
    }

    @Test
    void shouldRefuseWhatIsNoResult() throws IOException {
        Cli.run("sim", "merge", text(write("1", "{\"schema\":\"bounce.plan/1\"}")))
                .assertUsageError("bounce.sim/1", "bounce.plan/1");
        Cli.run("sim", "merge", text(write("2", "nonsense"))).assertUsageError("no result");
        Cli.run("sim", "merge", text(write("3", ""))).assertUsageError("no result");
        Cli.run("sim", "merge").assertUsageError("FILE");
    }

    @Test
    void shouldSayWhatIsWrongInWords() throws IOException {
        assertNoJava(Cli.run("sim", "merge", "/nowhere"), "cannot be read: there is no such file");
        assertNoJava(Cli.run("sim", "merge", text(write("1", "{\"schema\""))), "no result of sim");
        assertNoJava(Cli.run("sim", "merge", text(write("2", "[]"))), "a JSON object");
        final String good = part("1..4", new Shard(1, 2), Profile.DEFAULT, "b", null);
        assertNoJava(
                merge(good.replace("\"cpuNanos\":8", "\"cpuNanos\":\"x\"")),
                "its 'cpuNanos' is not a whole number: \"x\"");
        assertNoJava(merge(good.replace("\"loss\":", "\"lost\":")), "it has no 'loss'");
        assertNoJava(merge(good.replace("[\"1..2\"]", "\"1..2\"")), "its 'ran' is not a list");
    }

    @Test
    void shouldRefuseSeedsThatAreNotOfTheCampaign() throws IOException {
        final String good = part("1..6", new Shard(1, 2), Profile.DEFAULT, "b", null);
        assertNoJava(merge(good.replace("[\"1..3\"]", "[\"4..9\"]")), "4..9", "has 1..6 only");
        assertNoJava(merge(good.replace("[\"1..3\"]", "[\"1..3\",\"3..4\"]")), "overlap");
    }

    @Test
    void shouldPrintInOneWayOnly() throws IOException {
        final String good = part("1..2", Shard.WHOLE, Profile.DEFAULT, "b", null);
        Cli.run("sim", "merge", "--json", "--markdown", text(write("1", good)))
                .assertUsageError("--json", "--markdown");
    }

    private Cli merge(final String content) throws IOException {
        return Cli.run("sim", "merge", text(write("part", content)));
    }

    private static void assertNoJava(final Cli run, final String... parts) {
        run.assertUsageError(parts);
        assertFalse(run.err().matches("(?s).*(Exception|https?:|java\\.|gson).*"), run.err());
    }

    @Test
    void shouldMergeWhatSimWrites() {
        final Path first = folder.resolve("first");
        final Path second = folder.resolve("second");
        Cli.run(
                        "sim",
                        "--second-jvm=off",
                        "--seeds",
                        "1..3",
                        "--shard",
                        "1/2",
                        "--output",
                        text(first))
                .output();
        Cli.run(
                        "sim",
                        "--second-jvm=off",
                        "--seeds",
                        "1..3",
                        "--shard",
                        "2/2",
                        "--output",
                        text(second))
                .output();
        final String merged = Cli.run("sim", "merge", text(first), text(second)).output();
        assertTrue(merged.contains("3 seeds (1..3): 0 violations"), merged);
    }

    private Path write(final String name, final String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static String text(final Path path) {
        return path.toString();
    }

    private static String part(
            final String campaign,
            final Shard shard,
            final Profile profile,
            final String build,
            final PropertyViolation violation) {
        final CampaignPlan plan = new CampaignPlan(SeedRange.parse(campaign), shard, profile);
        final CampaignReport report = new CampaignReport(plan, build);
        for (long seed = plan.seeds().first(); seed <= plan.seeds().last(); seed++) {
            report.add(CampaignTest.result(seed, 1, violation), 5, 4);
        }
        return ReportPrinter.json(report) + System.lineSeparator();
    }
}

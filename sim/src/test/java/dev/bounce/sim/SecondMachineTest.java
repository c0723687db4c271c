package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The comparison with another virtual machine, by the command: that it compares, and that it never
/// passes for having compared nothing.
class SecondMachineTest {
    private static final SeedRange SEEDS = new SeedRange(1, 60);

    @Test
    void shouldNameTheFirstStepThatDiffersWhereAnOrderOfEnumsIsPlanted() {
        final SecondMachine planted =
                new SecondMachine(List.of(HashOfSeed.class.getName(), "planted"));
        final Cli run = run(new Campaign(), planted, "--seed", "11", "--quiet");
        assertEquals(1, run.code(), run.err());
        assertTrue(run.out().contains("seed 11 violates Determinism"), run.out());
        assertTrue(
                run.out()
                        .matches(
                                "(?s).*another virtual machine has hash [0-9a-f]+, this one"
                                        + " [0-9a-f]+; first differs: step \\d+ at \\d+ ns of"
                                        + " agent-\\d \\(.*\\); here \\.\\.\\..*, there .*"),
                run.out());
    }

    @Test
    void shouldFindNothingWhereEveryHashIsTheSame() {
        final Cli run = run(madeUp(), says("1 1", "51 1"), "--seeds", "1..60", "--json");
        assertEquals(0, run.code(), run.err());
        assertEquals(
                2,
                JsonParser.parseString(run.out())
                        .getAsJsonObject()
                        .get("comparedWithSecondJvm")
                        .getAsInt());
    }

    @Test
    void shouldReportTheSeedWhoseHashDiffers() {
        final Cli run = run(madeUp(), says("1 1", "51 2"), "--seeds", "1..60", "--quiet");
        assertEquals(1, run.code(), run.err());
        assertTrue(run.out().contains("seed 51 violates Determinism"), run.out());
        assertTrue(run.out().contains("60 seeds (1..60): 1 violations"), run.out());
    }

    @Test
    void shouldNotPassWhereTheOtherMachineSaysNothing() {
        final Cli run = run(madeUp(), says(), "--seeds", "1..60", "--quiet");
        assertEquals(3, run.code());
        assertTrue(run.err().contains("no hash of 2 seeds, the first is 1"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void shouldNotPassWhereTheOtherMachineFails() {
        final Cli run = run(madeUp(), says("1 1", "51 1", "fail"), "--seeds", "1..60", "--quiet");
        assertEquals(3, run.code());
        assertTrue(run.err().contains("ended with 9"), run.err());
    }

    @Test
    void shouldCompareNothingWhenItIsOff() {
        final Cli run = run(madeUp(), says(), "--seeds", "1..60", "--second-jvm=off", "--json");
        assertEquals(0, run.code(), run.err());
        assertTrue(!run.out().contains("comparedWithSecondJvm"), run.out());
    }

    @Test
    void shouldTakeOneHashOfEverySeedAndNothingElse() throws IOException {
        assertEquals(Map.of(1L, 10L, 51L, -1L), hashes("1 a", "51 ffffffffffffffff"));
        assertRefused("no hash of 1 seeds, the first is 51", "1 a");
        assertRefused("nobody asked the second machine for '1 b'", "1 a", "1 b", "51 c");
        assertRefused("nobody asked the second machine for '2 b'", "1 a", "51 c", "2 b");
        assertRefused("nobody asked the second machine for '51 c d'", "1 a", "51 c d");
        assertRefused("'seed 1', no seed and hash", "seed 1");
        assertRefused("'1 g', no seed and hash", "1 g", "51 c");
    }

    private static void assertRefused(final String part, final String... lines) {
        final IOException refused = assertThrows(IOException.class, () -> hashes(lines));
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    private static Map<Long, Long> hashes(final String... lines) throws IOException {
        return SecondMachine.hashes(List.of(lines), SEEDS);
    }

    /// Every seed has the hash 1.
    private static Campaign madeUp() {
        return new Campaign(
                (script, _) -> CampaignTest.result(script.seed(), 1, null),
                script -> CampaignTest.result(script.seed(), 1, null));
    }

    private static SecondMachine says(final String... lines) {
        final List<String> program = new ArrayList<>(List.of(MachineLines.class.getName()));
        program.addAll(List.of(lines));
        return new SecondMachine(program);
    }

    private static Cli run(
            final Campaign campaign, final SecondMachine machine, final String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int code =
                new CommandLine(new SimCommand(campaign, machine))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        return new Cli(code, out.toString(), err.toString());
    }
}

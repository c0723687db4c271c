package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.model.workload.WorkloadPresets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {
    @TempDir private Path folder;

    private String file(final String content) throws IOException {
        return Files.writeString(folder.resolve("pairs"), content).toString();
    }

    private static JsonObject json(final Cli run) {
        final String output = run.output();
        assertEquals(1, output.lines().count());
        return JsonParser.parseString(output).getAsJsonObject();
    }

    private JsonObject plan(final String content) throws IOException {
        return json(Cli.run("plan", "--descriptors", file(content), "--json"));
    }

    private void refused(final String content, final String... parts) throws IOException {
        Cli.run("plan", "--descriptors", file(content)).assertUsageError(parts);
    }

    @Test
    void shouldPlanTheHeadline() {
        final JsonObject plan = json(Cli.run("plan", "--workload", "gpt-oss-120b-8k", "--json"));
        assertEquals("bounce.plan/1", plan.get("schema").getAsString());
        assertEquals("coalesced", plan.get("route").getAsString());
        assertEquals(4, plan.get("transfers").getAsInt());
        assertEquals(18_432, plan.get("descriptors").getAsInt());
        assertEquals(75_497_472, plan.get("bytes").getAsLong());
        assertEquals(75_497_472, plan.get("packedBytes").getAsLong());
        assertEquals(0, plan.get("zeroLength").getAsInt());
        assertTrue(plan.get("runs").getAsLong() <= plan.get("callerOrderRuns").getAsLong());
        assertTrue(plan.get("dataMessageBytes").getAsLong() > 0);
        final long regions = plan.get("regionBytes").getAsLong();
        assertEquals(75_497_472 + 48 * plan.get("chunks").getAsLong(), regions);
        assertFalse(plan.has("reason"));
        assertFalse(plan.has("file"));
    }

    @Test
    void shouldShowEveryPreset() {
        for (final String name : WorkloadPresets.names()) {
            final String output = Cli.run("plan", "--workload", name).output();
            assertTrue(output.contains("DATA bytes"), output);
            assertTrue(output.contains(name), output);
        }
    }

    @Test
    void shouldSayWhyTheGateRefuses() {
        final JsonObject plan =
                json(Cli.run("plan", "--workload", "deepseek-v3-8k-block64", "--json"));
        assertEquals("direct", plan.get("route").getAsString());
        assertEquals("DESCRIPTORS_TOO_LARGE", plan.get("reason").getAsString());
        assertTrue(plan.get("explanation").getAsString().contains("73728"));
        assertTrue(plan.get("chunks").getAsInt() > 0);
        final JsonObject off =
                json(
                        Cli.run(
                                Map.of("BOUNCE_ENABLED", "off"),
                                "plan",
                                "--workload",
                                "gpt-oss-120b-8k",
                                "--json"));
        assertEquals("DISABLED", off.get("reason").getAsString());
    }

    @Test
    void shouldPlanAnotherPairOfAWorkload() {
        final JsonObject plan =
                json(
                        Cli.run(
                                "plan",
                                "--workload",
                                "qwen3-235b-a22b-32k",
                                "--pair",
                                "3:7",
                                "--json"));
        assertEquals(3, plan.get("sender").getAsInt());
        assertEquals(7, plan.get("receiver").getAsInt());
        assertEquals(1024 * 23 * 2, plan.get("descriptors").getAsInt());
    }

    @Test
    void shouldReadCsvWithAndWithoutHeader() throws IOException {
        final String rows = "0x1000,0x9000,32,0,0\n4128,36896,32,0,0\n0x2000,0xA000,0,0,0\n";
        for (final String content :
                new String[] {
                    rows,
                    "srcAddr,dstAddr,length,srcDevice,dstDevice\n" + rows,
                    "\uFEFF# two neighbours\n\n" + rows.replace(",", " , "),
                    rows.replace(",0,0\n", "\r\n"),
                    "length,dstAddr,srcAddr\n32,0x9000,0x1000\n32,0x9020,0x1020\n0,1,1"
                }) {
            final JsonObject plan = plan(content);
            assertEquals(3, plan.get("descriptors").getAsInt());
            assertEquals(1, plan.get("zeroLength").getAsInt());
            assertEquals(64, plan.get("bytes").getAsLong());
            assertEquals(1, plan.get("pieces").getAsInt());
            assertEquals(1, plan.get("merges").getAsInt());
            assertEquals(1, plan.get("chunks").getAsInt());
            assertEquals(1, plan.get("runs").getAsInt());
            assertEquals("TOO_FEW_DESCRIPTORS", plan.get("reason").getAsString());
        }
    }

    @Test
    void shouldReadJsonWithExactAddresses() throws IOException {
        final JsonObject plan =
                plan(
                        """
                        [{"srcAddr": "0xFFFFFFFFFFFFFF00", "dstAddr": 18446744073709551000,
                          "length": 128, "srcDevice": 1, "dstDevice": 2},
                         {"length": 64, "dstAddr": 18446744073709551256,
                          "srcAddr": "0xFFFFFFFFFFFFFF80", "srcDevice": 1, "dstDevice": 2}]
                        """);
        assertEquals(2, plan.get("descriptors").getAsInt());
        final JsonObject notMerged = plan.getAsJsonObject("notMerged");
        assertEquals(1, notMerged.get("destinationGap").getAsInt());
        assertEquals(0, notMerged.get("sourceGap").getAsInt());
    }

    @Test
    void shouldAcceptOnlyEmptyDescriptors() throws IOException {
        final JsonObject plan = plan("1,2,0,0,0\n");
        assertEquals(0, plan.get("chunks").getAsInt());
        assertEquals(0, plan.get("dataMessageBytes").getAsInt());
        assertEquals(1, plan.get("zeroLength").getAsInt());
    }

    @Test
    void shouldCountPiecesAboveFourGibibytesExactly() throws IOException {
        final JsonObject plan =
                plan("0x100000000000,0x200000000000,0x1_0000_0001,0,0".replace("_", ""));
        assertEquals(4_294_967_297L, plan.get("bytes").getAsLong());
        assertEquals("direct", plan.get("route").getAsString());
        assertFalse(plan.has("chunks"));
        assertFalse(plan.has("runs"));
    }

    @Test
    void shouldLeaveOutWhatCannotBePlanned() throws IOException {
        final JsonObject plan = plan("0x1000,0x9000,32,0,0\n0x2000,0xA000,32,1,0\n");
        assertEquals("SEVERAL_DEVICES", plan.get("reason").getAsString());
        assertFalse(plan.has("chunks"));
        final String table =
                Cli.run("plan", "--descriptors", file("0x1000,0x9000,32,0,0\n1,2,3,1,0\n"))
                        .output();
        assertTrue(table.contains("direct, SEVERAL_DEVICES"), table);
        assertFalse(table.contains("chunks"), table);
    }

    @Test
    void shouldObeyTheConfiguration() throws IOException {
        final String content = "0,0x100000,2000,0,0\n3000,0x200000,2000,0,0\n";
        final JsonObject plan =
                json(
                        Cli.run(
                                "plan",
                                "--descriptors",
                                file(content),
                                "--json",
                                "-D",
                                "arena.granularity=64B",
                                "-D",
                                "arena.max-chunk=4KiB",
                                "-D",
                                "arena.ramp=4KiB",
                                "-D",
                                "gate.min-descriptors=0"));
        assertEquals("coalesced", plan.get("route").getAsString());
        assertEquals(1, plan.get("chunks").getAsInt());
        assertEquals(2000 + 16 + 2000, plan.get("packedBytes").getAsInt());
        assertEquals(16, plan.get("paddingBytes").getAsInt());
        Cli.run("plan", "--descriptors", file(content), "-D", "arena.max-chunk=5000B")
                .assertUsageError("5000B", "no power of two");
    }

    @Test
    void shouldNeedExactlyOneSubject() {
        Cli.run("plan").assertUsageError("--workload", "--descriptors");
        Cli.run("plan", "--workload", "gpt-oss-120b-8k", "--descriptors", "x")
                .assertUsageError("mutually exclusive");
    }

    @Test
    void shouldRefuseAnUnknownWorkloadWithTheNearestName() {
        Cli.run("plan", "--workload", "gpt-oss-120b")
                .assertUsageError("'gpt-oss-120b'", "did you mean gpt-oss-120b-8k?");
    }

    @ParameterizedTest
    @CsvSource({"x", "0", "0:", "-1:0", "0:4", "1:0", "0:99999999999"})
    void shouldRefuseAPairThatDoesNotExist(final String pair) {
        Cli.run("plan", "--workload", "gpt-oss-120b-8k", "--pair", pair).assertUsageError(pair);
    }

    @Test
    void shouldRefuseAPairOfAFile() throws IOException {
        Cli.run("plan", "--descriptors", file("1,2,3"), "--pair", "0:0")
                .assertUsageError("--pair 0:0");
    }

    @Test
    void shouldRefuseAFileThatIsNotThere() throws IOException {
        final String missing = folder.resolve("missing.csv").toString();
        Cli.run("plan", "--descriptors", missing).assertUsageError(missing, "no such file");
        Cli.run("plan", "--descriptors", folder.toString()).assertUsageError(folder.toString());
        Files.write(folder.resolve("binary"), new byte[] {'1', ',', (byte) 0xC0, 0, 1});
        Cli.run("plan", "--descriptors", folder.resolve("binary").toString())
                .assertUsageError("not UTF-8");
        refused("", "holds no descriptor");
        refused("srcAddr,dstAddr,length\n", "holds no descriptor");
        refused("[]", "holds no descriptor");
    }

    @Test
    void shouldRefuseOverlappingDestinations() throws IOException {
        refused(
                "0x1000,0x9000,32,0,0\n0x2000,0xA000,32,0,0\n0x3000,0x901F,1,0,0\n",
                "pair 0 and pair 2 both write 0x901f");
    }

    @Test
    void shouldRefuseAddressesThatWrap() throws IOException {
        refused("0xFFFFFFFFFFFFFFF0,0x9000,32,0,0\n", "pair 0", "0xfffffffffffffff0");
        refused("1,2,3\n0x1000,0xFFFFFFFFFFFFFFF0,32\n", "pair 1", "0xfffffffffffffff0");
        refused("0x1000,0x9000,0x8000000000000000\n", "pair 0", "9223372036854775808");
    }

    @Test
    void shouldRefuseUnequalPairs() throws IOException {
        refused("0x1000,0x9000,32,0,0\n0x2000,32,0,0\n", "line 2", "'0x2000,32,0,0' has 4 fields");
        refused("0x1000,0x9000,32\n0x2000,32\n", "line 2", "'0x2000,32' has 2 fields");
        refused("srcAddr,length\n1,2\n", "line 2", "dstAddr is missing");
        refused("[{\"srcAddr\":1,\"length\":2}]", "dstAddr is missing");
    }

    @Test
    void shouldRefuseMalformedNumbers() throws IOException {
        refused("0xZZ,0x9000,32\n", "line 1", "srcAddr '0xZZ'");
        refused("1,-9000,32\n", "dstAddr '-9000'");
        refused("1,2,18446744073709551616\n", "length '18446744073709551616'");
        refused("1,2,3,4294967296,0\n", "srcDevice '4294967296'");
        refused("1,2,\n", "length ''");
        refused("1,2,\u0663\n", "length '\u0663'");
        refused("[{\"srcAddr\":1,\"dstAddr\":2,\"length\":1e3}]", "length '1e3'");
        refused("[{\"srcAddr\":1,\"dstAddr\":null,\"length\":1}]", "dstAddr is no number");
    }

    @Test
    void shouldRefuseMalformedFiles() throws IOException {
        refused("srcAddr,dstAddr,size\n", "line 1", "'size' is no column");
        refused("srcAddr,srcAddr,length\n", "column srcAddr stands twice");
        refused("[{\"srcAddr\":1,\"source\":2}]", "'source' is no column");
        refused("[{\"srcAddr\":1,\"srcAddr\":2}]", "srcAddr stands twice");
        refused("[1]", "malformed JSON");
        refused("[{\"srcAddr\":1", "malformed JSON");
        refused("[] []", "malformed JSON");
        refused("{\"srcAddr\":1}", "line 1");
    }

    @Test
    void shouldRefuseAnUnknownKeyOfTheConfiguration() {
        Cli.run("plan", "--workload", "gpt-oss-120b-8k", "-D", "arena.sise=1G")
                .assertUsageError("arena.sise", "arena.size");
    }
}

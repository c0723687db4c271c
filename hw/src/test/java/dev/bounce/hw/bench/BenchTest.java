package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ResolvedConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import dev.bounce.model.workload.WorkloadPresets;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BenchTest {
    private static BounceConfig config(final String minDescriptors) {
        return ResolvedConfig.of(
                        Map.of(
                                "arena.size", "1MiB",
                                "arena.granularity", "4KiB",
                                "arena.max-chunk", "64KiB",
                                "arena.ramp", "16KiB",
                                "gate.min-descriptors", minDescriptors,
                                "copy.threads", "2",
                                "timeout.close", "1s"),
                        Map.of())
                .config();
    }

    private static BenchPlan plan(final int receivers, final String minDescriptors) {
        return plan(
                WorkloadPresets.headline().scaled(16, 6, 32, 8),
                new BenchShape(1, receivers, 2, 5),
                minDescriptors);
    }

    private static BenchPlan plan(
            final Workload workload, final BenchShape shape, final String minDescriptors) {
        return new BenchPlan(
                workload,
                List.of(),
                PlaneKind.LOCAL,
                ControlKind.ZMQ,
                MemoryKind.HOST,
                List.of(0),
                shape,
                3,
                1,
                List.of(Mode.values()),
                1,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                null,
                config(minDescriptors),
                Map.of());
    }

    @Test
    void shouldMeasureEveryModeOfAVerifiedRun() throws Exception {
        final List<Integer> rounds = new ArrayList<>();
        final BenchResult result = Bench.run(plan(1, "2"), rounds::add);
        assertEquals(List.of(1, 2, 3, 4), rounds);
        assertEquals(192, result.descriptors());
        assertEquals(192 * 512, result.bytes());
        final JsonObject json = JsonParser.parseString(BenchReport.json(result)).getAsJsonObject();
        assertEquals("bounce.bench/1", json.get("schema").getAsString());
        assertEquals("local", json.get("plane").getAsString());
        assertEquals("host", json.get("memory").getAsString());
        assertEquals(192, json.get("descriptors").getAsInt());
        assertTrue(json.get("verified").getAsBoolean());
        for (final String mode : List.of("bounce", "direct", "contiguous")) {
            final JsonObject figures = json.getAsJsonObject(mode);
            final double median = figures.get("p50Micros").getAsDouble();
            assertTrue(median > 0);
            assertTrue(figures.get("p90Micros").getAsDouble() >= median);
            assertTrue(
                    figures.get("maxMicros").getAsDouble()
                            >= figures.get("p99Micros").getAsDouble());
            assertTrue(figures.get("meanMicros").getAsDouble() > 0);
            assertTrue(figures.get("gigabytesPerSecond").getAsDouble() > 0);
        }
        assertEquals(
                json.getAsJsonObject("direct").get("p50Micros").getAsDouble()
                        / json.getAsJsonObject("bounce").get("p50Micros").getAsDouble(),
                json.get("ratioToDirect").getAsDouble(),
                0.001);
        assertTrue(json.has("ratioToContiguous"));
        assertTrue(BenchReport.table(result).contains("192 descriptors, 98,304 bytes"));
    }

    @Test
    void shouldSayWhatReactorsSpendOnTheChunksOfMeasuredRounds() throws Exception {
        final BenchResult result = Bench.run(plan(1, "2"), _ -> {});
        final int chunks = 3 * 5 * 5; // rounds, requests, chunks of each
        assertEquals(chunks, result.senders().chunks());
        assertEquals(chunks, result.receivers().chunks());
        final JsonObject json =
                JsonParser.parseString(BenchReport.json(result))
                        .getAsJsonObject()
                        .getAsJsonObject("reactorMicrosPerChunk");
        assertEquals(
                result.senders().nanos() / 1e3 / chunks, json.get("senders").getAsDouble(), 0.001);
        assertTrue(json.get("receivers").getAsDouble() > 0);
        assertTrue(BenchReport.table(result).contains("reactors: "));
    }

    @Test
    void shouldServeSeveralReceiversAtATime() throws Exception {
        final BenchResult result = Bench.run(plan(4, "2"), _ -> {});
        assertEquals(192, result.descriptors());
        assertTrue(BenchReport.table(result).contains("4 receivers at a time"));
    }

    @Test
    void shouldServeOneReceiverFromSeveralSenders() throws Exception {
        final Workload merge =
                WorkloadPresets.named("gpt-oss-120b-8k-merge").orElseThrow().scaled(16, 6, 32, 8);
        final BenchResult result = Bench.run(plan(merge, new BenchShape(4, 1, 2, 3), "2"), _ -> {});
        assertEquals(192, result.descriptors());
        assertTrue(BenchReport.table(result).contains("4 senders, 1 receiver, 3 requests to each"));
    }

    @Test
    void shouldPutContiguousTransfersOfSeveralSendersBesideEachOther() {
        final Workload merge = WorkloadPresets.named("llama-3.1-70b-8k-merge").orElseThrow();
        final BenchPlan plan = plan(merge, new BenchShape(4, 2, 1, 1), "2");
        assertEquals(List.of(0, 1), plan.receivers());
        assertEquals(List.of(new RankPair(2, 1), new RankPair(3, 1)), plan.ranksTo(1));
        assertEquals(0, plan.contiguousOffset(new RankPair(2, 1)));
        assertEquals(merge.bytes(new RankPair(2, 1)), plan.contiguousOffset(new RankPair(3, 1)));
    }

    @Test
    void shouldSayThatAWorkloadIsNotCoalesced() {
        final BenchException failure =
                assertThrows(BenchException.class, () -> Bench.run(plan(1, "1000"), _ -> {}));
        assertEquals(BenchException.FAILED, failure.exitCode());
        assertTrue(failure.getMessage().contains("TOO_FEW_DESCRIPTORS"), failure.getMessage());
    }

    @Test
    void shouldFindOneWrongByte() throws Exception {
        try (Arena owner = Arena.ofConfined()) {
            final Pool source = new Pool(owner, 100);
            final Pool target = new Pool(owner, 300);
            source.randomize(1);
            final DescriptorPairs pairs =
                    new DescriptorPairs(
                            new long[] {source.base(), source.base() + 50},
                            new long[] {target.base(), target.base() + 150},
                            new long[] {50, 50},
                            new int[] {0},
                            new int[] {0});
            target.inside().asSlice(0, 50).copyFrom(source.inside().asSlice(0, 50));
            target.inside().asSlice(150, 50).copyFrom(source.inside().asSlice(50, 50));
            Verifier.check("test", pairs, source, target);
            Verifier.checkGaps("test", pairs, target, 100);
            assertMismatch("byte 42 of pair 1", 192, pairs, source, target);
            assertMismatch("byte -1, outside", -1, pairs, source, target);
            assertMismatch("byte 300, outside", 300, pairs, source, target);
            assertMismatch("canary 99 behind pair 0", 149, pairs, source, target);
        }
    }

    private static void assertMismatch(
            final String what,
            final long at,
            final DescriptorPairs pairs,
            final Pool source,
            final Pool target) {
        final byte old = target.around(at);
        target.setAround(at, (byte) (old ^ 1));
        final BenchException failure =
                assertThrows(
                        BenchException.class,
                        () -> {
                            Verifier.check("test", pairs, source, target);
                            Verifier.checkGaps("test", pairs, target, 100);
                        });
        assertEquals(BenchException.MISMATCH, failure.exitCode());
        assertTrue(failure.getMessage().contains(what), failure.getMessage());
        target.setAround(at, old);
    }
}

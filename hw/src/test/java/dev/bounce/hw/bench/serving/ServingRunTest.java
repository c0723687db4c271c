package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.kv.KvPool;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.ResolvedConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole serving runs in this process.
@Timeout(90)
class ServingRunTest {
    /// Flips a bit of the last computed byte of a request.
    record Flip(long id) implements Plant {
        @Override
        public void afterPrefill(final long of, final KvPool pool, final List<Integer> blocks) {
            if (of == id) {
                try (Arena owner = Arena.ofConfined()) {
                    final int last = pool.shape().pools() - 1;
                    final MemorySegment slot = owner.allocate(pool.shape().slotBytes());
                    pool.read(last, blocks.getLast(), slot);
                    final long at = slot.byteSize() - 1;
                    final byte old = slot.get(ValueLayout.JAVA_BYTE, at);
                    slot.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1));
                    pool.write(last, blocks.getLast(), slot);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "4, 1, true", "2, 3, false"})
    void shouldServeAndCompareEveryRequest(
            final int prefills, final int decodes, final boolean isVirtual) throws Exception {
        final String kind = isVirtual ? "--vmm" : "--seed=2";
        final ServingPlan plan =
                Plans.of(PlaneKind.LOCAL, "--prefill=" + prefills, "--decode=" + decodes, kind);
        final ServingReport report = ServingRun.run(plan, Plant.NONE, _ -> {});
        assertEquals(12, report.served());
        assertEquals(12, report.decode().verifiedRequests());
        assertEquals(12, report.prefill().transfers());
        assertEquals(0, report.prefill().directTransfers());
        assertEquals(12, report.decode().nanos().size());
        assertEquals(report.prefill().bytes(), report.decode().verifiedBytes());
        assertEquals(3_000 * report.prefill().descriptors(), report.prefill().bytes());
        final int rows = report.prefill().rowsPeak();
        assertTrue(rows >= 1 && rows <= 4, () -> rows + " rows");
        assertTrue(report.decode().windowBlocksPeak() <= 50);
        final JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertEquals("bounce.bench/1", json.get("schema").getAsString());
        assertEquals("serving", json.get("workload").getAsString());
        assertEquals("local", json.get("plane").getAsString());
        assertTrue(json.get("verified").getAsBoolean());
        final JsonObject serving = json.getAsJsonObject("serving");
        assertEquals(12, serving.get("requests").getAsInt());
        assertTrue(serving.get("verified").getAsBoolean());
        assertEquals(12, serving.get("verifiedRequests").getAsInt());
        assertEquals(rows, serving.get("rowsPeak").getAsInt());
        assertEquals(0, serving.get("quarantinedBlocks").getAsInt());
        final double median = serving.get("p50Millis").getAsDouble();
        assertTrue(median > 0 && median <= serving.get("p99Millis").getAsDouble());
        assertTrue(report.table().contains("every byte of 12 requests"), report.table());
    }

    @Test
    void shouldMoveDescriptorByDescriptorWhereTheGateIsShut(@TempDir final Path folder)
            throws Exception {
        final ServingPlan open = Plans.of(PlaneKind.LOCAL, "--requests=4");
        final ServingPlan shut =
                new ServingPlan(
                        open.settings(),
                        open.plane(),
                        open.control(),
                        open.memory(),
                        false,
                        open.devices(),
                        folder,
                        ResolvedConfig.of(
                                        Map.of(
                                                "gate.min-descriptors", "1000",
                                                "arena.size", "1MiB",
                                                "arena.granularity", "4KiB",
                                                "arena.max-chunk", "64KiB",
                                                "arena.ramp", "16KiB"),
                                        Map.of())
                                .config(),
                        Map.of());
        final ServingReport report = ServingRun.run(shut, Plant.NONE, _ -> {});
        assertEquals(4, report.served());
        assertEquals(4, report.prefill().directTransfers());
        assertEquals(4, report.decode().verifiedRequests());
        assertTrue(Files.size(folder.resolve("prefill-0.trace")) > 0);
        assertTrue(Files.size(folder.resolve("decode-0.trace")) > 0);
    }

    @Test
    void shouldFindOneWrongBit() {
        final BenchException found =
                assertThrows(
                        BenchException.class,
                        () -> ServingRun.run(Plans.of(PlaneKind.LOCAL), new Flip(5), _ -> {}));
        assertEquals(BenchException.MISMATCH, found.exitCode());
        assertTrue(
                found.getMessage().startsWith("decode-0: request 5: byte 999 of layer 2 in pool 1"),
                found.getMessage());
    }

    @Test
    void shouldTakeBackWhatItsUsersGiveUp() throws Exception {
        final ServingReport report =
                ServingRun.run(
                        Plans.of(
                                PlaneKind.LOCAL,
                                "--requests=40",
                                "--cancel-percent=80",
                                "--decode-nanos-per-token=10000000"),
                        Plant.NONE,
                        _ -> {});
        assertEquals(40, report.served() + report.cancelled());
        assertTrue(report.cancelled() > 10, () -> report.cancelled() + " cancelled");
        assertNothingIsLeft(report);
    }

    @Test
    void shouldFailOnBothSidesWhatPassesItsDeadline() throws Exception {
        final ServingReport report =
                ServingRun.run(
                        Plans.of(
                                PlaneKind.LOCAL,
                                "--requests=8",
                                "--prompt-tokens=100",
                                "--prefill-nanos-per-token=2000000",
                                "--deadline-millis=30"),
                        Plant.NONE,
                        _ -> {});
        assertEquals(8, report.failed());
        assertEquals(0, report.prefill().transfers());
        assertNothingIsLeft(report);
    }

    private static void assertNothingIsLeft(final ServingReport report) {
        assertEquals(0, report.prefill().ownedBlocks());
        assertEquals(0, report.decode().ownedBlocks());
    }

    @Test
    void shouldEndWhenTheTimeIsUp() {
        final BenchException late =
                assertThrows(
                        BenchException.class,
                        () ->
                                ServingRun.run(
                                        Plans.of(
                                                PlaneKind.LOCAL,
                                                "--prompt-tokens=100",
                                                "--prefill-nanos-per-token=900000000",
                                                "--limit-seconds=1"),
                                        Plant.NONE,
                                        _ -> {}));
        assertEquals(BenchException.TIMEOUT, late.exitCode());
        assertTrue(late.getMessage().contains("0 of 12 requests"), late.getMessage());
    }
}

package dev.bounce.spec.conform;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Tag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the specification holds of one agent, and what is refused before it is asked.
class SoloFitTest {
    private static final int REGION = 1_024;

    private static ArenaConfig arena(final long bytes, final long granule, final int reserve) {
        return new ArenaConfig(bytes, granule, REGION, REGION, reserve);
    }

    private static String refusal(final ArenaConfig arena) {
        return assertThrows(IllegalArgumentException.class, () -> SoloFit.require(arena))
                .getMessage();
    }

    @Test
    void shouldHoldFourRegionsOfOneSizeOnly() {
        assertDoesNotThrow(() -> SoloFit.require(arena(4 * REGION, REGION, 2)));
        assertTrue(refusal(arena(8 * REGION, REGION, 2)).contains("8192 bytes"));
        assertTrue(refusal(arena(4 * REGION, 512, 2)).contains("regions of 512 to 1024"));
        assertTrue(refusal(arena(4 * REGION, REGION, 1)).contains("arena.reserve-blocks=1"));
    }

    private static Event submit(final int descriptors) {
        final DescriptorPairs pairs =
                new DescriptorPairs(
                        IntStream.range(0, descriptors).mapToLong(n -> 9_000L * n).toArray(),
                        IntStream.range(0, descriptors).mapToLong(n -> 9_000L * n).toArray(),
                        IntStream.range(0, descriptors).mapToLong(_ -> 800).toArray(),
                        new int[] {0},
                        new int[] {0});
        final TransferPlan plan = TransferPlan.of(pairs, new PlanLimits(REGION, REGION, 99, 99));
        return new Event.Submit(7, "decode", new Transfer.Coalesced(plan), Tag.EMPTY);
    }

    @Test
    void shouldHoldTransfersOfTwoChunksOnly() {
        assertDoesNotThrow(() -> SoloFit.require(submit(2)));
        for (final int chunks : new int[] {1, 3}) {
            final String refusal =
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> SoloFit.require(submit(chunks)))
                            .getMessage();
            assertTrue(refusal.contains("transfer 7 to decode, of " + chunks + " chunk"), refusal);
            assertEquals(1, refusal.lines().count(), refusal);
        }
    }

    @Test
    void shouldBeAsLargeAsTheModelThatIsAsked() throws Exception {
        final String model = Files.readString(Path.of("TraceCheck.cfg"));
        for (final String line :
                new String[] {
                    "Chunks = {" + upTo(SoloFit.CHUNKS) + "}",
                    "Slots = {" + upTo(SoloFit.SLOTS) + "}",
                    "Requests = {" + upTo(2 * SoloFit.REQUESTS) + "}",
                    "Reserve = " + SoloFit.RESERVE + "\n",
                    "MaxFlows = " + SoloFit.FLOWS + "\n"
                }) {
            assertTrue(model.contains(line), line);
        }
    }

    private static String upTo(final int last) {
        return IntStream.rangeClosed(1, last)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }
}

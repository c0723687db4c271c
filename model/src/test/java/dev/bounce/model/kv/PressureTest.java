package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.PlantedBug;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureTest {
    @TempDir private Path folder;

    @Test
    void shouldBeLimitedByBlocksAndNotByRows() {
        assertEquals("rows 8, requests 64, pinned 256, time 26", Pressure.run());
    }

    @Test
    void shouldBeLimitedByRowsIfTheyAreHeldUntilTheSendEnds() throws InvocationTargetException {
        final PlantedBug held =
                new PlantedBug(
                        ContextRequest.class,
                        "RELEASE_ROW, DROP_SEAT, PIN, SUBMIT",
                        "DROP_SEAT, PIN, SUBMIT");
        assertEquals(
                "rows 8, requests 8, pinned 32, time 143",
                held.result(folder, Pressure.class, "run"));
    }

    @Test
    void shouldPairSlotsByBlockAndPool() {
        final SlotLayout from = new SlotLayout(List.of(0x1000L, 0x9000L), 16);
        final SlotLayout to = new SlotLayout(List.of(0x100L, 0x800L), 16);
        assertEquals(
                DescriptorPairs.of(
                        new long[] {0x1030, 0x9030, 0x1000, 0x9000},
                        new long[] {0x110, 0x810, 0x120, 0x820},
                        new long[] {16, 16, 16, 16}),
                from.pairs(List.of(3, 0), to, List.of(1, 2, 7)));
        assertThrows(
                IllegalArgumentException.class,
                () -> from.pairs(List.of(), new SlotLayout(List.of(0L, 0L), 8), List.of()));
        assertThrows(IllegalArgumentException.class, () -> new SlotLayout(List.of(), 8));
        assertThrows(IllegalArgumentException.class, () -> new SlotLayout(List.of(0L), 0));
    }
}

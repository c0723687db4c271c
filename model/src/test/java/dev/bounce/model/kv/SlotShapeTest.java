package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotShapeTest {
    @Test
    void shouldCutPoolsIntoSlotsAndSlotsIntoLayers() {
        final SlotShape shape = new SlotShape(2, 10, 96, 3);
        assertEquals(960, shape.poolBytes());
        assertEquals(32, shape.layerBytes());
        final SlotLayout layout = shape.at(List.of(1_000L, 5_000L));
        assertEquals(1_000 + 9 * 96, layout.address(0, 9));
        assertEquals(5_000, layout.address(1, 0));
    }

    @Test
    void shouldWantAnAddressForEachPool() {
        final SlotShape shape = new SlotShape(2, 10, 96, 3);
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> shape.at(List.of(1L)))
                        .getMessage()
                        .contains("1 addresses for 2 pools"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 8, 1, 0 pools",
        "1, 0, 8, 1, 0 slots",
        "1, 1, 8, 0, 0 layers",
        "1, 1, 8, 3, 8 bytes of a slot",
        "1, 1, 0, 1, 0 bytes of a slot",
        "1, 3, 9223372036854775806, 1, more than can be addressed"
    })
    void shouldRefuseWhatDoesNotFit(
            final int pools,
            final int slots,
            final long slotBytes,
            final int layers,
            final String fault) {
        assertTrue(
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new SlotShape(pools, slots, slotBytes, layers))
                        .getMessage()
                        .contains(fault));
    }
}

package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The u8 of each constant is part of the wire format.
class WireValuesTest {
    @Test
    void shouldKeepTheValuesOfMessageTypes() {
        assertEquals(
                List.of(1, 2, 3, 4),
                Arrays.stream(MessageType.values()).map(MessageType::wireValue).toList());
        for (int value = 0; value < 256; value++) {
            final MessageType type = MessageType.ofWireValue(value);
            if (value >= 1 && value <= 4) {
                assertEquals(value, type.wireValue());
            } else {
                assertNull(type);
            }
        }
    }

    @Test
    void shouldKeepTheValuesOfStatuses() {
        for (int value = 0; value < 256; value++) {
            final Status status = Status.ofWireValue(value);
            assertEquals(value >= 1 && value <= 7 ? value : 0, status.wireValue());
        }
        assertEquals(8, Status.values().length);
    }

    @Test
    void shouldKeepTheValuesOfRefusals() {
        for (int value = 0; value < 256; value++) {
            final OpenRefusal reason = OpenRefusal.ofWireValue(value);
            assertEquals(value >= 1 && value <= 3 ? value : 0, reason.wireValue());
        }
        assertEquals(4, OpenRefusal.values().length);
    }

    @Test
    void shouldKeepTheValuesOfMemoryKinds() {
        assertEquals(MemoryKind.HOST, MemoryKind.ofWireValue(0));
        assertEquals(MemoryKind.CUDA, MemoryKind.ofWireValue(1));
        for (int value = 2; value < 256; value++) {
            assertNull(MemoryKind.ofWireValue(value));
        }
    }
}

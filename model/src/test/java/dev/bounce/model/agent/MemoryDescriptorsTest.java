package dev.bounce.model.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemoryDescriptorsTest {
    private static final long[] ADDRESSES = {0x1000, 0x2000};
    private static final long[] BYTES = {4096, 8192};

    /// A11.
    @Test
    void shouldReadBackWhatADescriptorHolds() {
        final MemoryDescriptor first = new MemoryDescriptor(0, 1);
        assertEquals(new MemoryDescriptor(0, 1, 0), first);
        final MemoryDescriptor second = new MemoryDescriptor(0xFFFF_FFFFL, 65_536, 1);
        assertEquals(0xFFFF_FFFFL, second.address());
        assertEquals(65_536, second.bytes());
        assertEquals(1, second.device());
        final MemoryDescriptor third = new MemoryDescriptor(0x1234_5678, 1024, 7);
        assertEquals(0x1234_5678, third.address());
        assertEquals(7, third.device());
    }

    /// A12.
    @Test
    void shouldBuildFromArraysThatStayTheCallers() {
        final long[] addresses = ADDRESSES.clone();
        final MemoryDescriptors each =
                MemoryDescriptors.of(MemoryKind.CUDA, addresses, BYTES, 0, 1);
        addresses[0] = 0;
        assertEquals(2, each.size());
        assertEquals(new MemoryDescriptor(0x1000, 4096, 0), each.get(0));
        assertEquals(new MemoryDescriptor(0x2000, 8192, 1), each.get(1));
        final MemoryDescriptors shared = MemoryDescriptors.of(MemoryKind.CUDA, ADDRESSES, BYTES, 2);
        assertEquals(new MemoryDescriptor(0x1000, 4096, 2), shared.get(0));
        assertEquals(new MemoryDescriptor(0x2000, 8192, 2), shared.get(1));
        assertEquals(shared, MemoryDescriptors.of(MemoryKind.CUDA, ADDRESSES, BYTES, 2, 2));
        assertNotEquals(shared, each);
    }

    /// A13.
    @Test
    void shouldKeepItsKindWhenEmpty() {
        for (final MemoryKind kind : MemoryKind.values()) {
            assertEquals(kind, MemoryDescriptors.empty(kind).kind());
            assertEquals(0, MemoryDescriptors.empty(kind).size());
        }
        assertNotEquals(
                MemoryDescriptors.empty(MemoryKind.HOST), MemoryDescriptors.empty(MemoryKind.CUDA));
    }

    /// A14.
    @Test
    void shouldGiveEveryKindItsOwnWireValue() {
        for (final MemoryKind kind : MemoryKind.values()) {
            assertEquals(kind, MemoryKind.ofWireValue(kind.wireValue()));
        }
        for (final PlaneKind kind : PlaneKind.values()) {
            assertEquals(kind, PlaneKind.ofWireValue(kind.wireValue()));
        }
        for (final ControlKind kind : ControlKind.values()) {
            assertEquals(kind, ControlKind.ofWireValue(kind.wireValue()));
        }
        assertEquals(
                PlaneKind.values().length,
                Stream.of(PlaneKind.values()).mapToInt(PlaneKind::wireValue).distinct().count());
        assertNull(PlaneKind.ofWireValue(99));
        assertNull(ControlKind.ofWireValue(99));
    }

    @Test
    void shouldRefuseArraysOfDifferentLengthAndRangesThatWrap() {
        assertThrows(
                IllegalArgumentException.class,
                () -> MemoryDescriptors.of(MemoryKind.HOST, ADDRESSES, Arrays.copyOf(BYTES, 1), 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> MemoryDescriptors.of(MemoryKind.HOST, ADDRESSES, BYTES, 0, 1, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> MemoryDescriptors.of(MemoryKind.HOST, new long[] {-8}, new long[] {9}, 0));
    }
}

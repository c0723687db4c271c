package dev.bounce.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostMemoryTest {
    private final Arena owner = Arena.ofShared();
    private final HostMemory memory = new HostMemory(8_192);

    @AfterEach
    void close() {
        memory.close();
        owner.close();
    }

    @Test
    void shouldOfferAnAlignedArenaOfThatSize() {
        assertEquals(0, memory.arenaAddress() % 4_096);
        assertEquals(8_192, memory.arenaBytes());
        assertEquals(memory.arenaAddress(), memory.arena().address());
    }

    @Test
    void shouldSayThatAnArenaDoesNotFit() {
        final IllegalArgumentException failure =
                assertThrows(IllegalArgumentException.class, () -> new HostMemory(1L << 46));
        assertTrue(failure.getMessage().contains(String.valueOf(1L << 46)));
    }

    @Test
    void shouldTranslateOnlyWhatLiesInOneRange() {
        final MemorySegment whole = owner.allocate(3_000);
        final MemoryRange first = memory.register(whole.asSlice(0, 1_000));
        final MemoryRange third = memory.register(whole.asSlice(2_000, 1_000));
        final long base = whole.address();
        final RangeTable table = memory.ranges();
        assertSame(first, table.find(base, 1_000));
        assertSame(first, table.find(base + 999, 1));
        assertSame(third, table.find(base + 2_000, 1_000));
        assertNull(table.find(base, 1_001));
        assertNull(table.find(base + 999, 2));
        assertNull(table.find(base + 1_500, 1));
        assertNull(table.find(base - 1, 1));
        assertNull(table.find(base + 3_000, 1));
        assertNull(table.find(-1, 1));
        assertNull(table.find(Long.MIN_VALUE, Long.MAX_VALUE));
        assertNull(table.find(base + 1, Long.MAX_VALUE));
    }

    @Test
    void shouldFollowAddressesFromRangeToRange() {
        final MemorySegment left = owner.allocate(64);
        final MemorySegment right = owner.allocate(64);
        memory.register(right);
        memory.register(left);
        final RangeCursor cursor = new RangeCursor(memory.ranges());
        assertEquals(8, cursor.seek(left.address() + 8, 8));
        assertSame(left, cursor.segment());
        assertEquals(8, cursor.offsetOf(left.address() + 8));
        assertEquals(63, cursor.seek(right.address() + 1, 1_000));
        assertSame(right, cursor.segment());
        assertThrows(IllegalStateException.class, () -> cursor.seek(memory.arenaAddress(), 1));
    }

    @Test
    void shouldCopyAcrossRangesThatAbut() {
        final MemorySegment whole = owner.allocate(100);
        for (int at = 0; at < 100; at++) {
            whole.set(ValueLayout.JAVA_BYTE, at, (byte) at);
        }
        memory.register(whole.asSlice(0, 10));
        memory.register(whole.asSlice(10, 1));
        memory.register(whole.asSlice(11, 60));
        final RangeCursor cursor = new RangeCursor(memory.ranges());
        cursor.read(whole.address() + 5, memory.arena(), 100, 66);
        assertEquals(-1, MemorySegment.mismatch(whole, 5, 71, memory.arena(), 100, 166));
        assertEquals(0, memory.arena().get(ValueLayout.JAVA_BYTE, 166));
        cursor.write(memory.arena(), 1_000, whole.address() + 8, 4);
        assertEquals(7, whole.get(ValueLayout.JAVA_BYTE, 7));
        assertEquals(0, whole.get(ValueLayout.JAVA_INT_UNALIGNED, 8));
        assertEquals(12, whole.get(ValueLayout.JAVA_BYTE, 12));
        assertThrows(
                IllegalStateException.class,
                () -> cursor.read(whole.address() + 5, memory.arena(), 0, 67));
    }

    @Test
    void shouldRefuseMemoryItCannotServe() {
        assertRefused("heap", MemorySegment.ofArray(new byte[8]));
        assertRefused("empty", owner.allocate(8).asSlice(0, 0));
        assertRefused("read-only", owner.allocate(8).asReadOnly());
        try (Arena confined = Arena.ofConfined()) {
            assertRefused("confined", confined.allocate(8));
        }
        assertRefused("the arena", memory.arena().asSlice(8_000, 100));
    }

    @Test
    void shouldRefuseOverlap() {
        final MemorySegment whole = owner.allocate(300);
        memory.register(whole.asSlice(100, 100));
        assertRefused("overlaps", whole.asSlice(100, 100));
        assertRefused("overlaps", whole.asSlice(199, 50));
        assertRefused("overlaps", whole.asSlice(50, 51));
        assertRefused("overlaps", whole);
        memory.register(whole.asSlice(200, 100));
        memory.register(whole.asSlice(0, 100));
        assertEquals(3, memory.ranges().toList().size());
    }

    private void assertRefused(final String why, final MemorySegment segment) {
        final IllegalArgumentException failure =
                assertThrows(IllegalArgumentException.class, () -> memory.register(segment));
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }

    @Test
    void shouldWaitForForeignPutsWhenARangeIsRetired() {
        final MemorySegment segment = owner.allocate(64);
        final MemoryRange range = memory.register(segment);
        assertTrue(range.foreignPuts().enter());
        final CompletableFuture<Void> quiet = memory.retire(segment.address());
        assertFalse(quiet.isDone());
        assertFalse(range.foreignPuts().enter());
        assertSame(range, memory.ranges().find(segment.address(), 64));
        range.foreignPuts().leave();
        assertTrue(quiet.isDone());
        assertThrows(IllegalArgumentException.class, () -> memory.retire(segment.address()));
        memory.remove(segment.address());
        assertNull(memory.ranges().find(segment.address(), 1));
        assertThrows(IllegalArgumentException.class, () -> memory.retire(segment.address()));
    }
}

package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryRangesTest {
    private final MemoryRanges ranges = new MemoryRanges();

    @Test
    void shouldHoldNothingAtFirst() {
        assertEquals(0, ranges.size());
        assertEquals(-1, ranges.indexOf(0));
        assertEquals(0, ranges.bytesFrom(0));
        assertFalse(ranges.contains(0, 1));
        assertFalse(ranges.remove(0));
    }

    @Test
    void shouldRefuseEmptyNegativeAndWrappingRanges() {
        assertFalse(ranges.add(0x1000, 0));
        assertFalse(ranges.add(0x1000, -1));
        assertFalse(ranges.add(-0x1000, 0x1000));
        assertTrue(ranges.add(-0x1000, 0xFFF));
        assertEquals(1, ranges.size());
    }

    @Test
    void shouldRefuseAnOverlapOnEitherSide() {
        assertTrue(ranges.add(0x2000, 0x1000));
        assertFalse(ranges.add(0x2000, 0x1000));
        assertFalse(ranges.add(0x2FFF, 1));
        assertFalse(ranges.add(0x1FFF, 2));
        assertFalse(ranges.add(0x1000, 0x10000));
        assertTrue(ranges.add(0x3000, 0x1000));
        assertTrue(ranges.add(0x1FFF, 1));
        assertEquals(3, ranges.size());
        assertEquals(0x1FFF, ranges.base(0));
        assertEquals(0x1000, ranges.length(2));
    }

    @Test
    void shouldContainOnlyWhatLiesInOneRange() {
        ranges.add(0x1000, 0x1000);
        ranges.add(0x2000, 0x1000);
        assertTrue(ranges.contains(0x1000, 0x1000));
        assertTrue(ranges.contains(0x1FFF, 1));
        assertFalse(ranges.contains(0x1FFF, 2));
        assertFalse(ranges.contains(0x1800, 0));
        assertFalse(ranges.contains(0x1000, -1));
        assertFalse(ranges.contains(0xFFF, 1));
    }

    @Test
    void shouldCountBytesAcrossRangesThatAbut() {
        ranges.add(0x2000, 0x1000);
        ranges.add(0x1000, 0x1000);
        ranges.add(0x4000, 0x1000);
        assertEquals(0x2000, ranges.bytesFrom(0x1000));
        assertEquals(0x1001, ranges.bytesFrom(0x1FFF));
        assertEquals(1, ranges.bytesFrom(0x2FFF));
        assertEquals(0, ranges.bytesFrom(0x3000));
        assertEquals(0x1000, ranges.bytesFrom(0x4000));
        ranges.add(0x3000, 0x1000);
        assertEquals(0x4000, ranges.bytesFrom(0x1000));
        assertTrue(ranges.remove(0x2000));
        assertEquals(0x1000, ranges.bytesFrom(0x1000));
        assertEquals(0, ranges.bytesFrom(0x2000));
    }

    @Test
    void shouldCountMoreThanHalfTheAddressSpace() {
        ranges.add(0, Long.MAX_VALUE);
        ranges.add(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(-2, ranges.bytesFrom(0));
        assertEquals(1, ranges.bytesFrom(-3));
        assertEquals(0, ranges.bytesFrom(-2));
    }

    @Test
    void shouldRemoveByExactBaseOnly() {
        ranges.add(0x1000, 0x1000);
        assertFalse(ranges.remove(0x1001));
        assertFalse(ranges.remove(0xFFF));
        assertTrue(ranges.remove(0x1000));
        assertFalse(ranges.remove(0x1000));
        assertEquals(0, ranges.size());
    }

    @Test
    void shouldOrderAddressesAsUnsigned() {
        ranges.add(-0x10000, 0x100);
        ranges.add(0x10000, 0x100);
        assertEquals(0x10000, ranges.base(0));
        assertEquals(1, ranges.indexOf(-0x10000 + 0xFF));
        assertEquals(0x100, ranges.bytesFrom(-0x10000));
    }

    @Test
    void shouldGrowBeyondItsFirstCapacity() {
        for (int i = 99; i >= 0; i--) {
            assertTrue(ranges.add(0x100L * i, 0x80));
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(i, ranges.indexOf(0x100L * i + 0x7F));
            assertEquals(0x80, ranges.bytesFrom(0x100L * i));
        }
    }
}

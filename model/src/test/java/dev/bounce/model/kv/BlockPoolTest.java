package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.kv.BlockPool.Freeing;
import dev.bounce.model.kv.BlockPool.Receipt;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private final BlockPool pool = new BlockPool(4);

    @Test
    void shouldReserveAllOrNothing() {
        assertEquals(new Receipt(1, 0, 3), pool.grow(1, 3));
        assertNull(pool.grow(2, 2));
        assertEquals(1, pool.free());
        assertEquals(0, pool.blocks(2).length);
        assertEquals(new Receipt(1, 3, 4), pool.grow(1, 1));
        assertArrayEquals(new int[] {0, 1, 2, 3}, pool.blocks(1));
    }

    @Test
    void shouldTakeExactlyAGrowthBack() {
        pool.grow(1, 1);
        final Receipt second = pool.grow(1, 2);
        assertTrue(pool.revert(second));
        assertArrayEquals(new int[] {0}, pool.blocks(1));
        assertEquals(3, pool.free());
        assertFalse(pool.revert(second));
        final Receipt old = pool.grow(1, 1);
        pool.grow(1, 1);
        assertFalse(pool.revert(old));
        assertFalse(pool.revert(new Receipt(9, 0, 1)));
    }

    @Test
    void shouldForgetAnOwnerWhoseFirstGrowthIsTakenBack() {
        assertTrue(pool.revert(pool.grow(1, 2)));
        assertEquals(Freeing.UNKNOWN, pool.free(1));
    }

    @Test
    void shouldKeepPinnedBlocksUntilTheLastPinIsOff() {
        pool.grow(1, 2);
        assertTrue(pool.pin(1));
        assertTrue(pool.pin(1));
        assertEquals(2, pool.pinned());
        assertEquals(Freeing.DEFERRED, pool.free(1));
        assertEquals(Freeing.UNKNOWN, pool.free(1));
        assertEquals(2, pool.free());
        assertThrows(AssertionError.class, () -> pool.grow(1, 1));
        assertTrue(pool.unpin(1));
        assertEquals(1, pool.owner(0));
        assertTrue(pool.unpin(1));
        assertEquals(-1, pool.owner(0));
        assertEquals(4, pool.free());
        assertFalse(pool.unpin(1));
        assertNotNull(pool.grow(1, 4));
    }

    @Test
    void shouldPinWhatIsAddedUnderAPin() {
        pool.grow(1, 1);
        pool.pin(1);
        final Receipt added = pool.grow(1, 1);
        assertEquals(1, pool.pins(1));
        assertFalse(pool.revert(added));
        pool.unpin(1);
        assertEquals(0, pool.pins(1));
        assertTrue(pool.revert(added));
    }

    @Test
    void shouldNotPinOrUnpinNothing() {
        assertFalse(pool.pin(1));
        assertFalse(pool.unpin(1));
        pool.grow(1, 1);
        assertFalse(pool.unpin(1));
        assertEquals(Freeing.FREED, pool.free(1));
        assertEquals(Freeing.UNKNOWN, pool.free(1));
    }
}

package dev.bounce.model.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlockSetTest {
    @Test
    void shouldFindItsLowestMemberOnEveryNumberOfLevels() {
        for (final int capacity : new int[] {1, 63, 64, 65, 4_096, 4_097, 262_144, 300_000}) {
            final BlockSet set = new BlockSet(capacity);
            assertEquals(-1, set.first());
            set.add(capacity - 1);
            assertEquals(capacity - 1, set.first());
            if (capacity > 1) {
                set.add(capacity / 2 - 1);
                assertEquals(capacity / 2 - 1, set.first());
                set.remove(capacity / 2 - 1);
                assertFalse(set.contains(capacity / 2 - 1));
            }
            assertTrue(set.contains(capacity - 1));
            assertEquals(capacity - 1, set.first());
            set.remove(capacity - 1);
            assertEquals(-1, set.first());
        }
    }

    @Test
    void shouldKeepNeighboursOfAWordWhenOneOfThemLeaves() {
        final BlockSet set = new BlockSet(200);
        set.add(129);
        set.add(130);
        set.remove(129);
        assertEquals(130, set.first());
        set.add(0);
        assertEquals(0, set.first());
        set.remove(0);
        assertEquals(130, set.first());
    }
}

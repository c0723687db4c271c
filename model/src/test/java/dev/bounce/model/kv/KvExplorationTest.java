package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Worlds E1 to E5 and E8. Numbers of states are compared with what they were, so that a world that
/// shrinks unseen is seen.
class KvExplorationTest {
    @Test
    void shouldSendMoreRequestsThanThereAreRows() {
        assertEquals(1632, KvWorlds.exploreE1());
    }

    @Test
    void shouldReleaseAndFreeOnceInEveryOrderOfTwoOwners() {
        assertEquals(270, KvWorlds.exploreE2());
    }

    @Test
    void shouldKeepBlocksUnderOpenTransfers() {
        assertEquals(5113, KvWorlds.exploreE3());
    }

    @Test
    void shouldNotDeadlockBetweenPrefillAndDecode() {
        assertEquals(80, KvWorlds.exploreE4());
    }

    @Test
    void shouldEndEveryRequestUnderFailures() {
        assertEquals(1478, KvWorlds.exploreE4Failing());
    }

    @Test
    void shouldRefuseFewerSeatsThanRows() {
        assertEquals(0, KvWorlds.exploreE5());
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new KvSizing(2, 1, 4, 2, 16));
        assertTrue(refused.getMessage().startsWith("1 seats for 2 rows"), refused.getMessage());
    }
}

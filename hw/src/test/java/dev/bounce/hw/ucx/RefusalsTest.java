package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Blob;
import org.junit.jupiter.api.Test;

/// How often an address is tried at which nobody listens.
final class RefusalsTest {
    private static final Blob ADDRESS = Blob.of(new byte[] {1});
    private static final long SECOND = 1_000_000_000L;
    private final Refusals refusals = new Refusals();

    @Test
    void shouldWaitTwiceAsLongAfterEachRefusalUpToAMinute() {
        long now = Long.MAX_VALUE - 5 * SECOND; // the clock may wrap
        long waited = 0;
        for (final long seconds : new long[] {5, 10, 20, 40, 60, 60}) {
            refusals.note(ADDRESS, now);
            now += seconds * SECOND - 1;
            assertTrue(refusals.holds(ADDRESS, now), seconds + " s");
            now++;
            assertFalse(refusals.holds(ADDRESS, now), seconds + " s");
            waited += seconds;
        }
        assertEquals(195, waited);
    }

    @Test
    void shouldBeginAgainOnceSomebodyListens() {
        refusals.note(ADDRESS, 0);
        refusals.note(ADDRESS, SECOND);
        refusals.forget(ADDRESS);
        assertFalse(refusals.holds(ADDRESS, SECOND));
        refusals.note(ADDRESS, SECOND);
        assertFalse(refusals.holds(ADDRESS, 6 * SECOND));
    }

    @Test
    void shouldRememberABoundedNumberOfAddresses() {
        for (int each = 0; each < 1_000; each++) {
            refusals.note(Blob.of(new byte[] {(byte) each, (byte) (each >> 8)}), 0);
        }
        assertFalse(refusals.holds(Blob.of(new byte[] {0, 0}), 1), "the oldest");
        assertTrue(refusals.holds(Blob.of(new byte[] {(byte) 999, 999 >> 8}), 1), "the newest");
    }
}

package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.kv.TransferWindow.Admission;
import org.junit.jupiter.api.Test;

class TransferWindowTest {
    @Test
    void shouldAdmitUpToTheBudget() {
        final TransferWindow window = new TransferWindow(4, 0);
        window.enter(1, 3, 0);
        assertEquals(Admission.ADMITTED, window.admits(1, 0));
        assertEquals(Admission.BUSY, window.admits(2, 0));
        window.leave(1);
        window.leave(1);
        assertEquals(Admission.ADMITTED, window.admits(4, 0));
    }

    /// K6.
    @Test
    void shouldAdmitAnOversizedRequestOnlyAlone() {
        final TransferWindow window = new TransferWindow(4, 0);
        assertEquals(Admission.ADMITTED, window.admits(9, 0));
        window.enter(1, 1, 0);
        assertEquals(Admission.BUSY, window.admits(9, 0));
    }

    /// N5.
    @Test
    void shouldNotCountAReceiveThatHangs() {
        final TransferWindow window = new TransferWindow(4, 30);
        window.enter(1, 4, 100);
        assertEquals(Admission.BUSY, window.admits(1, 130));
        assertEquals(Admission.ADMITTED, window.admits(1, 131));
        assertEquals(0, window.counted(131));
        assertEquals(0, window.countedRequests(131));
        assertEquals(1, window.countedRequests(130));
    }

    @Test
    void shouldHaveNoLimitWithoutABudget() {
        final TransferWindow window = new TransferWindow(0, 0);
        window.enter(1, 1_000, 0);
        assertEquals(Admission.ADMITTED, window.admits(1_000, Long.MAX_VALUE));
        assertEquals(1_000, window.counted(Long.MAX_VALUE));
    }

    @Test
    void shouldSizeRowsAndSeatsByOneCoefficient() {
        final KvSizing sizing = KvSizing.of(8, 2, true, 100, 10, 32);
        assertEquals(32, sizing.rows());
        assertEquals(32, sizing.seats());
        assertEquals(16, KvSizing.of(8, 2, false, 100, 10, 32).rows());
        assertEquals(0, sizing.blocksOf(0));
        assertEquals(1, sizing.blocksOf(32));
        assertEquals(2, sizing.blocksOf(33));
        final int[][] faults = {
            {0, 1, 4, 2, 16}, {2, 1, 4, 2, 16}, {2, 2, 1, 1, 16}, {1, 1, 4, 5, 16}, {1, 1, 4, 2, 0}
        };
        for (final int[] fault : faults) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new KvSizing(fault[0], fault[1], fault[2], fault[3], fault[4]));
        }
    }
}

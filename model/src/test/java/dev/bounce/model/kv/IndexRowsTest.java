package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.kv.IndexRows.Release;
import org.junit.jupiter.api.Test;

class IndexRowsTest {
    private final IndexRows rows = new IndexRows(1, 2);

    /// K1 to K3.
    @Test
    void shouldReleaseOnceAndForgetAtTheEnd() {
        assertEquals(Release.UNKNOWN, rows.detachAndRelease(7));
        rows.acquire(7);
        assertEquals(0, rows.free());
        assertEquals(Release.RELEASED, rows.detachAndRelease(7));
        assertEquals(Release.ALREADY_RELEASED, rows.detachAndRelease(7));
        assertEquals(1, rows.free());
        assertEquals(Release.ALREADY_RELEASED, rows.forget(7));
        assertEquals(Release.UNKNOWN, rows.forget(7));
        assertEquals(1, rows.free());
        assertNotNull(rows.acquire(7));
        assertEquals(Release.RELEASED, rows.forget(7));
        assertEquals(1, rows.free());
    }

    /// K4.
    @Test
    void shouldKeepTheRowOfItsNewOwner() {
        final IndexRows.Row old = rows.acquire(1);
        old.write(0, 11);
        rows.detachAndRelease(1);
        final IndexRows.Row young = rows.acquire(2);
        young.write(0, 22);
        old.write(0, IndexRows.NO_BLOCK);
        assertEquals(22, rows.entry(0, 0));
        assertEquals(IndexRows.NO_BLOCK, old.read(0));
        assertEquals(2, rows.owner(0));
    }

    @Test
    void shouldKeepWhatADetachedRequestReads() {
        final IndexRows.Row old = rows.acquire(1);
        old.write(1, 5);
        rows.detachAndRelease(1);
        rows.acquire(2).write(1, 6);
        assertEquals(5, old.read(1));
    }

    @Test
    void shouldClearARowForItsNextOwner() {
        rows.acquire(1).write(0, 3);
        rows.forget(1);
        rows.acquire(2);
        assertEquals(IndexRows.NO_BLOCK, rows.entry(0, 0));
    }

    @Test
    void shouldSayThatNoneIsFree() {
        rows.acquire(1);
        assertNull(rows.acquire(2));
        assertNull(rows.row(2));
    }

    @Test
    void shouldNotGiveTwoRowsToOneRequest() {
        rows.acquire(1);
        rows.detachAndRelease(1);
        assertThrows(AssertionError.class, () -> rows.acquire(1));
    }
}

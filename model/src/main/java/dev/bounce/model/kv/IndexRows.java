package dev.bounce.model.kv;

import java.util.Arrays;
import java.util.TreeMap;

/// Rows of a table of block indices that forward steps read. A request owns at most one row, a row
/// has at most one owner, and free and owned rows are all rows. Not thread-safe.
///
/// A request writes through its [Row]. Release *detaches* first: the row's content is copied, and
/// later writes of the old owner go to the copy, never to the row, which may have a new owner by
/// then.
public final class IndexRows {
    /// What an entry holds that names no block.
    public static final int NO_BLOCK = -1;

    private static final long NOBODY = -1;

    private final int[][] table;
    private final long[] owner;
    private final TreeMap<Long, Row> rows = new TreeMap<>();
    private int free;

    /// What a release came to.
    public enum Release {
        /// The row is free now.
        RELEASED,
        /// It was released before.
        ALREADY_RELEASED,
        /// That request has no row.
        UNKNOWN
    }

    /// All rows are free.
    ///
    /// @param capacity number of rows, at least 1
    /// @param width entries of each, at least 1
    public IndexRows(final int capacity, final int width) {
        table = new int[capacity][width];
        owner = new long[capacity];
        Arrays.fill(owner, NOBODY);
        free = capacity;
    }

    /// Takes the lowest free row and clears it.
    ///
    /// @param id of a request, at least 0, that has none and has not released one
    /// @return the row, `null` if none is free
    /// @throws AssertionError if the request has a row or a released one
    public Row acquire(final long id) {
        if (rows.containsKey(id)) {
            throw new AssertionError("request " + id + " has a row");
        }
        for (int index = 0; index < owner.length; index++) {
            if (owner[index] == NOBODY) {
                owner[index] = id;
                free--;
                Arrays.fill(table[index], NO_BLOCK);
                final Row row = new Row(index, table[index]);
                rows.put(id, row);
                return row;
            }
        }
        return null;
    }

    /// The row of a request, also a detached one; `null` if it has none.
    public Row row(final long id) {
        return rows.get(id);
    }

    /// Detaches a request from its row and frees that. May be repeated.
    public Release detachAndRelease(final long id) {
        final Row row = rows.get(id);
        if (row == null) {
            return Release.UNKNOWN;
        }
        if (row.isDetached) {
            return Release.ALREADY_RELEASED;
        }
        row.detach();
        owner[row.index] = NOBODY;
        free++;
        return Release.RELEASED;
    }

    /// Releases the row if that has not happened, and forgets the request: its id may come again.
    public Release forget(final long id) {
        final Release release = detachAndRelease(id);
        rows.remove(id);
        return release;
    }

    /// Number of rows.
    public int capacity() {
        return owner.length;
    }

    /// Entries of each row.
    public int width() {
        return table[0].length;
    }

    /// Number of rows without owner.
    public int free() {
        return free;
    }

    /// Request that owns a row, -1 if it is free.
    public long owner(final int index) {
        return owner[index];
    }

    /// What a forward step reads.
    public int entry(final int index, final int position) {
        return table[index][position];
    }

    /// A request's way to its row. Writes reach the table until it is detached, a private copy from
    /// then on.
    public static final class Row {
        private final int index;
        private int[] entries;
        private boolean isDetached;

        private Row(final int index, final int[] entries) {
            this.index = index;
            this.entries = entries;
        }

        /// Number of the row in the table.
        public int index() {
            return index;
        }

        /// Whether the row was given back.
        public boolean isDetached() {
            return isDetached;
        }

        /// Names the block of a position.
        public void write(final int position, final int block) {
            entries[position] = block;
        }

        /// The block of a position as this request wrote it.
        public int read(final int position) {
            return entries[position];
        }

        private void detach() {
            entries = entries.clone();
            isDetached = true;
        }
    }
}

package dev.bounce.model.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// All that the requests of one worker hold: rows, seats, blocks, pins, the transfer window and the
/// clocks of deadlines. Not thread-safe.
///
/// An effect that finds its precondition broken throws an [AssertionError] with the numbers: who
/// asks has looked before.
public final class Holdings {
    /// Id of the request that fills batches up.
    static final long PADDING = Long.MAX_VALUE;

    private final KvSizing sizing;
    private final IndexRows rows;
    private final BlockPool pool;
    private final TransferWindow window;
    private final TreeSet<Long> seated = new TreeSet<>();
    private final TreeMap<Long, Long> clocks = new TreeMap<>();

    Holdings(final KvSizing sizing, final TransferWindow window) {
        this.sizing = sizing;
        this.window = window;
        rows = new IndexRows(sizing.rows() + 1, sizing.rowBlocks());
        pool = new BlockPool(sizing.blocks());
        rows.acquire(PADDING);
    }

    /// Sizes of the pools.
    public KvSizing sizing() {
        return sizing;
    }

    /// Index rows, the one for padding included.
    public IndexRows rows() {
        return rows;
    }

    /// Blocks.
    public BlockPool pool() {
        return pool;
    }

    /// The transfer window.
    public TransferWindow window() {
        return window;
    }

    /// Number of seats taken.
    public int seatsTaken() {
        return seated.size();
    }

    /// Rows that requests hold now.
    public int rowsTaken() {
        return sizing.rows() - rows.free();
    }

    /// Whether a request of that size could take row, blocks and seat now.
    boolean hasRoom(final int blocks, final boolean withSeat) {
        return rows.free() > 0
                && blocks <= pool.free()
                && (!withSeat || seated.size() < sizing.seats());
    }

    /// Whether a seat is free.
    boolean hasSeat() {
        return seated.size() < sizing.seats();
    }

    /// Whether the clock of a request has run for longer than `timeoutNanos`; 0 = never.
    boolean isExpired(final long id, final long nowNanos, final long timeoutNanos) {
        final Long started = clocks.get(id);
        return timeoutNanos > 0 && started != null && nowNanos - started > timeoutNanos;
    }

    /// When the first clock runs out, `Long.MAX_VALUE` if none does.
    long nextDeadlineNanos(final long timeoutNanos) {
        long next = Long.MAX_VALUE;
        for (final long started : clocks.values()) {
            next = timeoutNanos > 0 ? Math.min(next, started + timeoutNanos + 1) : next;
        }
        return next;
    }

    /// Whether a request holds anything.
    boolean isHeld(final long id) {
        return rows.row(id) != null
                || seated.contains(id)
                || clocks.containsKey(id)
                || pool.blocks(id).length > 0;
    }

    /// Performs one effect of a request.
    ///
    /// @param blocks that it needs
    /// @param outcome to respond with
    void perform(
            final RequestEffect effect,
            final long id,
            final int blocks,
            final Outcome outcome,
            final long nowNanos,
            final List<KvEffect> out) {
        switch (effect) {
            case TAKE_ROW -> require(rows.acquire(id) != null, "no row", id);
            case TAKE_BLOCKS -> takeBlocks(id, blocks);
            case TAKE_SEAT -> require(hasSeat() && seated.add(id), "no seat", id);
            case RELEASE_ROW -> rows.detachAndRelease(id);
            case RETURN_ROW -> rows.forget(id);
            case DROP_SEAT -> require(seated.remove(id), "no seat to drop", id);
            case PIN -> require(pool.pin(id), "no block to pin", id);
            case UNPIN -> require(pool.unpin(id), "no pin to take off", id);
            case FREE_BLOCKS -> freeBlocks(id);
            case ENTER_WINDOW -> window.enter(id, blocks, nowNanos);
            case LEAVE_WINDOW -> window.leave(id);
            case START_CLOCK -> clocks.put(id, nowNanos);
            case STOP_CLOCK -> clocks.remove(id);
            case SUBMIT -> out.add(new KvEffect.Submit(id, listed(id)));
            case START_RECEIVE -> out.add(new KvEffect.StartReceive(id, listed(id)));
            case ASK_CANCEL -> out.add(new KvEffect.AskCancel(id));
            case RESPOND -> out.add(new KvEffect.Respond(id, outcome));
        }
    }

    private void takeBlocks(final long id, final int blocks) {
        require(pool.blocks(id).length == 0, "it has blocks", id);
        require(pool.grow(id, blocks) != null, "no " + blocks + " blocks", id);
        final int[] taken = pool.blocks(id);
        for (int position = 0; position < taken.length; position++) {
            rows.row(id).write(position, taken[position]);
        }
    }

    /// A cache that closes marks its entries, also long after it gave its row back.
    private void freeBlocks(final long id) {
        final IndexRows.Row row = rows.row(id);
        final int blocks = pool.blocks(id).length;
        for (int position = 0; row != null && position < blocks; position++) {
            row.write(position, IndexRows.NO_BLOCK);
        }
        require(pool.free(id) == BlockPool.Freeing.FREED, "blocks not free but pinned", id);
    }

    private List<Integer> listed(final long id) {
        final List<Integer> blocks = new ArrayList<>();
        for (final int block : pool.blocks(id)) {
            blocks.add(block);
        }
        return List.copyOf(blocks);
    }

    private static void require(final boolean holds, final String fault, final long id) {
        if (!holds) {
            throw new AssertionError("request " + id + ": " + fault);
        }
    }
}

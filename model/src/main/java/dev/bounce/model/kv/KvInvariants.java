package dev.bounce.model.kv;

import java.util.List;
import java.util.Locale;

/// What holds between the steps of a worker. A checker for simulations and tests: it walks all
/// rows, blocks and requests.
public final class KvInvariants {
    private final Holdings holdings;
    private final List<RequestView> requests;
    private final long nowNanos;
    private String fault;

    private KvInvariants(
            final Holdings holdings, final List<RequestView> requests, final long nowNanos) {
        this.holdings = holdings;
        this.requests = requests;
        this.nowNanos = nowNanos;
    }

    /// The first invariant that does not hold, by its name and with its numbers; `null` if all do.
    ///
    /// | name | what holds |
    /// |---|---|
    /// | R1 | a row has one owner, and holds what that one wrote |
    /// | R2 | free and owned rows are all rows |
    /// | B1 | free and owned blocks are all blocks; an owned one belongs to a request |
    /// | B2 | a pinned block is owned |
    /// | B3 | blocks that the transport may touch are pinned, so never free |
    /// | B4 | while an owner has not ended, the blocks are there |
    /// | W1 | counted blocks keep to the budget of the window, but for one request alone in it |
    /// | W2 | admitted requests are no more than seats |
    ///
    /// @param requests that are not over; who is not among them holds nothing
    public static String fault(
            final Holdings holdings, final List<RequestView> requests, final long nowNanos) {
        final KvInvariants check = new KvInvariants(holdings, requests, nowNanos);
        check.checkRows();
        check.checkBlocks();
        check.checkWindowAndSeats();
        return check.fault;
    }

    private void checkRows() {
        final IndexRows rows = holdings.rows();
        int free = 0;
        for (int index = 0; index < rows.capacity(); index++) {
            final long owner = rows.owner(index);
            if (owner < 0) {
                free++;
                continue;
            }
            final IndexRows.Row row = rows.row(owner);
            if (row == null || row.index() != index || row.isDetached()) {
                fail(
                        "R1: row %d names request %d as its owner, which does not own it",
                        index, owner);
            }
            if (owner != Holdings.PADDING && !isListed(owner)) {
                fail("R1: row %d is owned by request %d, which is over", index, owner);
            }
            final int[] blocks = holdings.pool().blocks(owner);
            for (int position = 0; position < rows.width(); position++) {
                final int expected =
                        position < blocks.length ? blocks[position] : IndexRows.NO_BLOCK;
                if (rows.entry(index, position) != expected) {
                    fail(
                            "R1: entry %d of row %d is not what request %d wrote",
                            position, index, owner);
                }
            }
        }
        if (free != rows.free()) {
            fail("R2: %d rows are free, counted %d", free, rows.free());
        }
    }

    private void checkBlocks() {
        final BlockPool pool = holdings.pool();
        int free = 0;
        for (int block = 0; block < pool.capacity(); block++) {
            final long owner = pool.owner(block);
            free += owner < 0 ? 1 : 0;
            if (owner >= 0 && !isListed(owner)) {
                fail("B1: block %d is owned by request %d, which is over", block, owner);
            }
            if (owner < 0 && pool.pins(block) != 0) {
                fail("B2: block %d is pinned and free", block);
            }
        }
        if (free != pool.free()) {
            fail("B1: %d blocks are free, counted %d", free, pool.free());
        }
        for (final RequestView request : requests) {
            final int[] blocks = pool.blocks(request.id());
            if (request.evidence().isOpen() && blocks.length == 0) {
                fail("B3: blocks of request %d are not there", request.id());
            }
            if (request.owners() > 0 && blocks.length == 0) {
                fail("B4: blocks of request %d are gone while an owner is left", request.id());
            }
            for (final int block : blocks) {
                if (request.evidence().isOpen() && pool.pins(block) == 0) {
                    fail(
                            "B3: block %d of request %d is not pinned under a transfer",
                            block, request.id());
                }
            }
        }
    }

    private void checkWindowAndSeats() {
        final TransferWindow window = holdings.window();
        final int counted = window.counted(nowNanos);
        if (window.budgetBlocks() != 0
                && counted > window.budgetBlocks()
                && window.countedRequests(nowNanos) != 1) {
            fail("W1: %d blocks count, the budget is %d", counted, window.budgetBlocks());
        }
        long admitted = 0;
        for (final RequestView request : requests) {
            admitted += request.isAdmitted() ? 1 : 0;
        }
        if (admitted > holdings.sizing().seats()) {
            fail("W2: %d requests are admitted, seats are %d", admitted, holdings.sizing().seats());
        }
    }

    private boolean isListed(final long id) {
        for (final RequestView request : requests) {
            if (request.id() == id) {
                return true;
            }
        }
        return false;
    }

    private void fail(final String format, final Object... values) {
        if (fault == null) {
            fault = String.format(Locale.ROOT, format, values);
        }
    }
}

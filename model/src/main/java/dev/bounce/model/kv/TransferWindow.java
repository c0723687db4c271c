package dev.bounce.model.kv;

import java.util.TreeMap;

/// Limits the blocks that are being received at once. Not thread-safe.
///
/// A receive that takes longer than the stale limit stops counting, so that one that hangs does not
/// park the rest. A request larger than the whole budget is admitted when nothing else counts.
public final class TransferWindow {
    private final int budgetBlocks;
    private final long staleNanos;
    private final TreeMap<Long, Entry> entries = new TreeMap<>();

    private record Entry(int blocks, long startedNanos) {}

    /// What an admission came to.
    public enum Admission {
        /// It counts from now on.
        ADMITTED,
        /// Others are being received; it may come again.
        BUSY
    }

    /// @param budgetBlocks most blocks that count at once, 0 = no limit
    /// @param staleNanos after which a receive no longer counts, 0 = never
    public TransferWindow(final int budgetBlocks, final long staleNanos) {
        this.budgetBlocks = budgetBlocks;
        this.staleNanos = staleNanos;
    }

    /// Whether a request would be admitted now.
    public Admission admits(final int blocks, final long nowNanos) {
        final int counted = counted(nowNanos);
        return budgetBlocks == 0 || counted == 0 || blocks <= budgetBlocks - counted
                ? Admission.ADMITTED
                : Admission.BUSY;
    }

    /// Counts a request.
    public void enter(final long id, final int blocks, final long nowNanos) {
        entries.put(id, new Entry(blocks, nowNanos));
    }

    /// No longer counts it. No effect if it does not.
    public void leave(final long id) {
        entries.remove(id);
    }

    /// Blocks that count now.
    public int counted(final long nowNanos) {
        int counted = 0;
        for (final Entry entry : entries.values()) {
            counted += isCounted(entry, nowNanos) ? entry.blocks : 0;
        }
        return counted;
    }

    /// Requests that count now.
    public int countedRequests(final long nowNanos) {
        int requests = 0;
        for (final Entry entry : entries.values()) {
            requests += isCounted(entry, nowNanos) ? 1 : 0;
        }
        return requests;
    }

    /// Most blocks that count at once, 0 = no limit.
    public int budgetBlocks() {
        return budgetBlocks;
    }

    private boolean isCounted(final Entry entry, final long nowNanos) {
        return staleNanos == 0 || nowNanos - entry.startedNanos <= staleNanos;
    }
}

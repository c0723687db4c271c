package dev.bounce.model.kv;

/// Sizes of the pools of one worker. They go together, so they are checked together at the start: a
/// worker that admits more requests than it can seat fails when their caches arrive, long after
/// the mistake.
///
/// @param rows index rows for requests; one more is there for padding
/// @param seats requests that compute at once, at least `rows`: each admitted request needs one
/// @param blocks of KV cache, at least one for each row
/// @param rowBlocks most blocks of one request, `[1, blocks]`
/// @param tokensPerBlock at least 1
public record KvSizing(int rows, int seats, int blocks, int rowBlocks, int tokensPerBlock) {
    /// @throws IllegalArgumentException naming the sizes that do not go together
    public KvSizing {
        require(rows >= 1, rows + " rows: at least 1 is needed");
        require(
                seats >= rows,
                seats + " seats for " + rows + " rows: a request with a row may find no seat");
        require(
                blocks >= rows,
                blocks + " blocks for " + rows + " rows: a request with a row may find no block");
        require(
                rowBlocks >= 1 && rowBlocks <= blocks,
                rowBlocks + " blocks in a row of a pool of " + blocks);
        require(tokensPerBlock >= 1, tokensPerBlock + " tokens per block: at least 1 is needed");
    }

    /// Rows and seats from one coefficient: `maxBatch` x `stages`, doubled if one batch decodes
    /// while another is received.
    ///
    /// @param maxBatch requests of one forward step
    /// @param stages of the pipeline
    /// @param isDisaggregated prefill and decode run on different workers
    public static KvSizing of(
            final int maxBatch,
            final int stages,
            final boolean isDisaggregated,
            final int blocks,
            final int rowBlocks,
            final int tokensPerBlock) {
        final int requests =
                Math.multiplyExact(Math.multiplyExact(maxBatch, stages), isDisaggregated ? 2 : 1);
        return new KvSizing(requests, requests, blocks, rowBlocks, tokensPerBlock);
    }

    /// Blocks of that many tokens.
    ///
    /// @param tokens at least 0
    public int blocksOf(final int tokens) {
        return (int) (((long) tokens + tokensPerBlock - 1) / tokensPerBlock);
    }

    private static void require(final boolean holds, final String fault) {
        if (!holds) {
            throw new IllegalArgumentException(fault);
        }
    }
}

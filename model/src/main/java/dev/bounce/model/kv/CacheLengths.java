package dev.bounce.model.kv;

/// Lengths of the cache of one sequence, in tokens: `committed <= history <= capacity`. What is
/// committed may be reused by others, history is what attention may read, capacity what blocks are
/// reserved for. History never decreases.
///
/// @param committed at least 0
/// @param history at least `committed`
/// @param capacity at least `history`
public record CacheLengths(int committed, int history, int capacity) {
    /// Nothing is cached or reserved.
    public static final CacheLengths NONE = new CacheLengths(0, 0, 0);

    /// @throws IllegalArgumentException if the order is broken
    public CacheLengths {
        if (committed < 0 || history < committed || capacity < history) {
            throw new IllegalArgumentException(
                    "committed "
                            + committed
                            + ", history "
                            + history
                            + ", capacity "
                            + capacity
                            + ": not in order");
        }
    }

    /// Lengths of a sequence whose cache comes from another worker. One step, so that history is
    /// the prompt from the start and no window is computed from position 0.
    ///
    /// @param promptTokens at least 1
    /// @param extraTokens reserved behind the prompt, at least 0
    public static CacheLengths received(final int promptTokens, final int extraTokens) {
        return new CacheLengths(0, promptTokens, Math.addExact(promptTokens, extraTokens));
    }

    /// With at least that capacity.
    public CacheLengths grown(final int tokens) {
        return new CacheLengths(committed, history, Math.max(capacity, tokens));
    }

    /// With tokens computed.
    ///
    /// @return `null` if there is no capacity for them
    public CacheLengths advanced(final int tokens) {
        return tokens < 0 || tokens > capacity - history
                ? null
                : new CacheLengths(committed, history + tokens, capacity);
    }

    /// With all of history committed.
    public CacheLengths committedAll() {
        return new CacheLengths(history, history, capacity);
    }

    /// Takes a growth back.
    ///
    /// @param before lengths before it
    /// @return `null` if history went beyond the old capacity meanwhile: then the growth was used
    public CacheLengths reverted(final CacheLengths before) {
        return history > before.capacity
                ? null
                : new CacheLengths(committed, history, before.capacity);
    }

    /// Blocks that the capacity takes.
    ///
    /// @param tokensPerBlock at least 1
    public int blocks(final int tokensPerBlock) {
        return (int) (((long) capacity + tokensPerBlock - 1) / tokensPerBlock);
    }
}

package dev.bounce.model.workload;

/// Where things are in the KV pool of one rank: `[block][layer][plane][head][token]`, with the
/// layers of the rank's stage and the heads of its tensor rank, densely packed.
final class PoolLayout {
    private final ModelShape shape;
    private final int blocks;
    private final int blockTokens;
    private final Span layers;
    private final Span heads;
    private final int replicas;
    private final int replica;

    /// Heads are shared evenly; where there are fewer heads than tensor ranks, neighbouring ranks
    /// hold copies of one head.
    PoolLayout(
            final ModelShape shape,
            final int blocks,
            final int blockTokens,
            final Parallelism parallelism,
            final int rank) {
        this.shape = shape;
        this.blocks = blocks;
        this.blockTokens = blockTokens;
        layers = Span.part(shape.layers(), parallelism.pipeline(), parallelism.stage(rank));
        replicas = Math.max(1, parallelism.tensor() / shape.kvHeads());
        final int tensorRank = parallelism.tensorRank(rank);
        replica = tensorRank % replicas;
        heads = Span.part(shape.kvHeads(), parallelism.tensor() / replicas, tensorRank / replicas);
    }

    Span layers() {
        return layers;
    }

    Span heads() {
        return heads;
    }

    /// Whether this rank, and not another one with the same heads, serves tensor rank `receiver`.
    boolean serves(final int receiver) {
        return receiver % replicas == replica;
    }

    long headSlotBytes() {
        return blockTokens * shape.headBytes();
    }

    long poolBytes() {
        return offset(blocks, layers.from(), 0, heads.from());
    }

    /// Byte offset of a head of a layer in a block.
    ///
    /// @param layer of the model, one of [#layers()]
    /// @param head of the model, one of [#heads()]
    long offset(final int block, final int layer, final int plane, final int head) {
        final long row = (long) block * layers.size() + (layer - layers.from());
        final long slot = (row * shape.planes() + plane) * heads.size() + (head - heads.from());
        return Math.multiplyExact(slot, headSlotBytes());
    }
}

package dev.bounce.model.kv;

import java.util.List;

/// How many slots a worker has, and what one is made of: a block owns one slot of each pool, and a
/// slot holds equal pieces, one for each layer that the pool is for.
///
/// @param pools at least 1
/// @param slots of each pool, one for each block, at least 1
/// @param slotBytes a multiple of `layers`
/// @param layers of a pool, at least 1
public record SlotShape(int pools, int slots, long slotBytes, int layers) {
    /// @throws IllegalArgumentException naming the value out of range
    public SlotShape {
        require(pools >= 1, pools + " pools: at least 1 is needed");
        require(slots >= 1, slots + " slots: at least 1 is needed");
        require(layers >= 1, layers + " layers: at least 1 is needed");
        require(
                slotBytes >= layers && slotBytes % layers == 0,
                slotBytes + " bytes of a slot are not " + layers + " equal pieces");
        require(
                slotBytes <= Long.MAX_VALUE / slots,
                slots + " slots of " + slotBytes + " bytes: more than can be addressed");
    }

    /// Bytes of a pool.
    public long poolBytes() {
        return slots * slotBytes;
    }

    /// Bytes of a piece.
    public long layerBytes() {
        return slotBytes / layers;
    }

    /// The layout of that shape at addresses.
    ///
    /// @param poolBases address of the first slot of each pool
    /// @throws IllegalArgumentException if those are not as many as pools
    public SlotLayout at(final List<Long> poolBases) {
        require(poolBases.size() == pools, poolBases.size() + " addresses for " + pools + " pools");
        return new SlotLayout(poolBases, slotBytes);
    }

    private static void require(final boolean holds, final String fault) {
        if (!holds) {
            throw new IllegalArgumentException(fault);
        }
    }
}

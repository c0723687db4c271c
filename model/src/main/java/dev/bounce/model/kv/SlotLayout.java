package dev.bounce.model.kv;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.List;

/// Where the blocks of a worker lie: pools of equal slots, one slot of each pool per block. Slots
/// may straddle the chunks that back a pool.
///
/// @param poolBases address of slot 0 of each pool, at least one pool
/// @param slotBytes size of a slot, at least 1
public record SlotLayout(List<Long> poolBases, long slotBytes) {
    /// Copies the list.
    ///
    /// @throws IllegalArgumentException naming the value out of range
    public SlotLayout {
        poolBases = List.copyOf(poolBases);
        if (poolBases.isEmpty() || slotBytes < 1) {
            throw new IllegalArgumentException(
                    poolBases.size() + " pools of slots of " + slotBytes + " bytes");
        }
    }

    /// Address of the slot of a block.
    ///
    /// @param pool 0-based
    /// @param block 0-based
    public long address(final int pool, final int block) {
        return poolBases.get(pool) + block * slotBytes;
    }

    /// What moves blocks of this worker into blocks of another, by block and pool: the first block
    /// to the first, and so on, for as many as the shorter list has. A receiver reserves more
    /// blocks than a prompt fills.
    ///
    /// @param blocks of this worker
    /// @param to layout of the other worker, with as many pools and the same slots
    /// @param toBlocks of the other worker
    /// @throws IllegalArgumentException if the layouts differ
    public DescriptorPairs pairs(
            final List<Integer> blocks, final SlotLayout to, final List<Integer> toBlocks) {
        final int pools = poolBases.size();
        if (to.poolBases.size() != pools || to.slotBytes != slotBytes) {
            throw new IllegalArgumentException(
                    pools
                            + " pools of slots of "
                            + slotBytes
                            + " bytes do not fit "
                            + to.poolBases.size()
                            + " of "
                            + to.slotBytes);
        }
        final int count = Math.min(blocks.size(), toBlocks.size());
        final long[] source = new long[count * pools];
        final long[] destination = new long[count * pools];
        final long[] bytes = new long[count * pools];
        for (int at = 0; at < source.length; at++) {
            source[at] = address(at % pools, blocks.get(at / pools));
            destination[at] = to.address(at % pools, toBlocks.get(at / pools));
            bytes[at] = slotBytes;
        }
        return DescriptorPairs.of(source, destination, bytes);
    }
}

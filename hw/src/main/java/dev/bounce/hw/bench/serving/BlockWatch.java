package dev.bounce.hw.bench.serving;

import dev.bounce.hw.kv.KvPool;
import dev.bounce.model.kv.BlockPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Poisons every block that its owner gives back, and looks whether it is poisoned still when the
/// next one takes it: whoever reads a block too late, or writes one too late, is seen. The thread
/// of the worker's state, but for [#fault].
final class BlockWatch {
    /// What every byte of a free block holds.
    static final byte POISON = (byte) 0xDB;

    private static final long NOBODY = -1;

    private final KvPool memory;
    private final BlockPool blocks;
    private final long[] owners;
    private final MemorySegment poisoned;
    private final MemorySegment found;

    /// Poisons all blocks.
    ///
    /// @param owner of scratch memory
    /// @param blocks none of them taken
    BlockWatch(final Arena owner, final KvPool memory, final BlockPool blocks) {
        this.memory = memory;
        this.blocks = blocks;
        owners = new long[blocks.capacity()];
        Arrays.fill(owners, NOBODY);
        poisoned = owner.allocate(memory.shape().slotBytes());
        poisoned.fill(POISON);
        found = owner.allocate(memory.shape().slotBytes());
        for (int block = 0; block < owners.length; block++) {
            poison(block);
        }
    }

    private void poison(final int block) {
        for (int pool = 0; pool < memory.shape().pools(); pool++) {
            memory.fill(pool, block, POISON);
        }
    }

    /// Sees to the blocks that changed hands. After every step of the worker, before its effects
    /// are performed.
    ///
    /// @return which block was written while it was free; `null` if none was
    String look() {
        String fault = null;
        for (int block = 0; block < owners.length; block++) {
            final long owner = blocks.owner(block);
            if (owner == owners[block]) {
                continue;
            }
            if (owners[block] != NOBODY) {
                poison(block);
            }
            if (owner != NOBODY && fault == null) {
                fault = fault(List.of(block), found);
            }
            owners[block] = owner;
        }
        return fault == null ? null : fault + " was written while it was free";
    }

    /// The first byte of some blocks that is not poisoned, `null` if all are.
    ///
    /// @param scratch as long as a slot
    String fault(final List<Integer> some, final MemorySegment scratch) {
        for (final int block : some) {
            for (int pool = 0; pool < memory.shape().pools(); pool++) {
                memory.read(pool, block, scratch);
                final long wrong = poisoned.mismatch(scratch);
                if (wrong >= 0) {
                    return "byte %d of block %d in pool %d".formatted(wrong, block, pool);
                }
            }
        }
        return null;
    }

    /// As [#look], for all blocks that are free now, and the guard bands.
    String lookAtTheEnd() {
        for (int block = 0; block < owners.length; block++) {
            if (blocks.owner(block) == NOBODY) {
                final String fault = fault(List.of(block), found);
                if (fault != null) {
                    return fault + ", which is free, was written";
                }
            }
        }
        final String guard = memory.guardFault();
        return guard == null ? null : guard + ", a guard band, was written";
    }
}

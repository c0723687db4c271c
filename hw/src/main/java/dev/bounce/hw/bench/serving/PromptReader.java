package dev.bounce.hw.bench.serving;

import dev.bounce.hw.kv.KvPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Stands for the first forward step behind a prompt: compares every byte of its blocks with what
/// was computed, looks whether those behind them are poisoned still, and at the guard bands. The
/// thread that computes.
final class PromptReader {
    private final KvPool pool;
    private final BlockWatch watch;
    private final KvPattern pattern;
    private final MemorySegment expected;
    private final MemorySegment found;

    /// @param owner of scratch memory
    PromptReader(final Arena owner, final KvPool pool, final BlockWatch watch, final long seed) {
        this.pool = pool;
        this.watch = watch;
        pattern = new KvPattern(seed, pool.shape());
        expected = owner.allocate(pool.shape().slotBytes());
        found = owner.allocate(pool.shape().slotBytes());
    }

    /// The first byte that is wrong, in words; `null` if all are right.
    ///
    /// @param prompt number of blocks that the prompt fills
    String fault(final long id, final List<Integer> blocks, final int prompt) {
        for (int position = 0; position < prompt; position++) {
            for (int at = 0; at < pool.shape().pools(); at++) {
                pattern.fill(expected, id, at, position);
                pool.read(at, blocks.get(position), found);
                final long wrong = expected.mismatch(found);
                if (wrong >= 0) {
                    return name(wrong, at, blocks.get(position), position) + " is wrong";
                }
            }
        }
        final String behind = watch.fault(blocks.subList(prompt, blocks.size()), found);
        if (behind != null) {
            return behind + ", behind its prompt, was written";
        }
        final String guard = pool.guardFault();
        return guard == null ? null : guard + ", a guard band, was written";
    }

    private String name(final long offset, final int at, final int block, final int position) {
        final long layerBytes = pool.shape().layerBytes();
        return "byte %d of layer %d in pool %d of block %d, the %d. of its prompt,"
                .formatted(offset % layerBytes, offset / layerBytes, at, block, position + 1);
    }
}

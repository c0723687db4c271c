package dev.bounce.hw.bench.serving;

import dev.bounce.hw.kv.KvPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Stands for the forward steps over a prompt: fills the slots of its blocks. The thread that
/// computes.
final class PromptWriter {
    private final KvPool pool;
    private final KvPattern pattern;
    private final MemorySegment computed;

    /// @param owner of scratch memory
    PromptWriter(final Arena owner, final KvPool pool, final long seed) {
        this.pool = pool;
        pattern = new KvPattern(seed, pool.shape());
        computed = owner.allocate(pool.shape().slotBytes());
    }

    void write(final long id, final List<Integer> blocks) {
        for (int position = 0; position < blocks.size(); position++) {
            for (int at = 0; at < pool.shape().pools(); at++) {
                pattern.fill(computed, id, at, position);
                pool.write(at, blocks.get(position), computed);
            }
        }
    }
}

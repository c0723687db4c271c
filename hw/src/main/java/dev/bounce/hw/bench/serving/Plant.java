package dev.bounce.hw.bench.serving;

import dev.bounce.hw.kv.KvPool;
import java.util.List;

/// What a test does to the memory of a prefill worker once a prompt is computed.
interface Plant {
    /// Nothing.
    Plant NONE = (_, _, _) -> {};

    /// On the thread that computes.
    ///
    /// @param id of the request
    /// @param blocks that hold its prompt
    void afterPrefill(long id, KvPool pool, List<Integer> blocks);
}

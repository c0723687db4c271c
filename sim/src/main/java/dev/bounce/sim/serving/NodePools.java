package dev.bounce.sim.serving;

import dev.bounce.engine.Event;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.kv.KvSizing;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.vmm.ChunkSize;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.TransferSide;
import java.util.List;

/// The two pools of a worker, of slots that straddle the chunks of their regions.
final class NodePools {
    private static final int POOLS = 2;

    private final SlotLayout layout;
    private final TransferSide side;
    private final long poolBytes;

    /// @param base of the first pool; the second one lies behind a gap as large
    NodePools(final long base, final int blocks, final long slotBytes) {
        poolBytes = blocks * slotBytes;
        layout = new SlotLayout(List.of(base, base + 2 * poolBytes), slotBytes);
        final long chunk = Math.min(poolBytes, ChunkSize.ofQuota(POOLS * poolBytes));
        side =
                TransferSide.device(
                        RegionMap.of(
                                new RegisteredRegion(layout.address(0, 0), poolBytes, chunk),
                                new RegisteredRegion(layout.address(1, 0), poolBytes, chunk)));
    }

    /// What a worker of so many blocks has room for: rows for the longest prompt and its answer.
    static KvSizing sizing(
            final ServingSettings settings,
            final int batch,
            final boolean doublesRows,
            final int blocks) {
        final int rowBlocks = Prompts.MOST_TOKENS / settings.tokensPerBlock() + 8;
        return KvSizing.of(batch, 1, doublesRows, blocks, rowBlocks, settings.tokensPerBlock());
    }

    SlotLayout layout() {
        return layout;
    }

    TransferSide side() {
        return side;
    }

    void register(final EngineNode engine) {
        for (int pool = 0; pool < POOLS; pool++) {
            engine.step(new Event.MemoryRegistered(layout.address(pool, 0), poolBytes));
        }
    }
}

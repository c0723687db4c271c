package dev.bounce.model.config;

/// Gathers and scatters. The two pools are separate so that neither starves the other; each needs
/// at least one slot, or nothing ever moves.
///
/// @param gatherSlots gathers that run at a time, `[1, 1024]`
/// @param scatterSlots scatters that run at a time, `[1, 1024]`
/// @param copyThreads threads that copy host memory, `[1, 1024]`
/// @param copyBlocks thread blocks of one copy on a GPU, `[1, 65535]`
/// @param copyPriority urgency of copies on a GPU, `[0, 5]`, 0 = ordinary; clamped to what the
///     device has, and scatters are one step more urgent
public record CopyConfig(
        int gatherSlots, int scatterSlots, int copyThreads, int copyBlocks, int copyPriority) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public CopyConfig {
        ConfigKey.COPY_GATHER_SLOTS.require(gatherSlots);
        ConfigKey.COPY_SCATTER_SLOTS.require(scatterSlots);
        ConfigKey.COPY_THREADS.require(copyThreads);
        ConfigKey.COPY_BLOCKS.require(copyBlocks);
        ConfigKey.COPY_PRIORITY.require(copyPriority);
    }
}

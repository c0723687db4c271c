package dev.bounce.model.config;

import dev.bounce.model.plan.SealKey;

/// The arena and how it is cut.
///
/// @param arenaBytes registered bytes, `[256, 2^46]` and at least one block; the usable part is
///     [#usableBytes()]
/// @param granularityBytes smallest block of the allocator, a power of two in `[16, 2^30]`: smaller
///     blocks would cost the copies their alignment
/// @param maxChunkBytes largest region of one chunk, a power of two in `[64, 2^44]`: it must hold a
///     seal and a payload. At most a quarter of usable, so that drain always ends ([BounceConfig])
/// @param rampBytes region bytes of the first and the last chunk of a request, a power of two in
///     `[64, 2^44]`, at most `maxChunkBytes` ([BounceConfig])
/// @param reserveBlocks aligned blocks of `maxChunkBytes` at the lowest offsets, never granted,
///     `[0, 1024]`; without one, two agents that send to each other can dead-lock
public record ArenaConfig(
        long arenaBytes,
        long granularityBytes,
        long maxChunkBytes,
        long rampBytes,
        int reserveBlocks) {

    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public ArenaConfig {
        ConfigKey.ARENA_SIZE.require(arenaBytes);
        ConfigKey.ARENA_GRANULARITY.require(granularityBytes);
        ConfigKey.ARENA_MAX_CHUNK.require(maxChunkBytes);
        ConfigKey.ARENA_RAMP.require(rampBytes);
        ConfigKey.ARENA_RESERVE_BLOCKS.require(reserveBlocks);
        if (arenaBytes < granularityBytes) {
            throw new IllegalArgumentException(
                    "arenaBytes " + arenaBytes + " is below granularityBytes " + granularityBytes);
        }
    }

    /// The largest power-of-two multiple of the granularity that fits the arena.
    public long usableBytes() {
        return granularityBytes * Long.highestOneBit(arenaBytes / granularityBytes);
    }

    /// Bytes at the lowest offsets that are set aside for chunks that have a credit.
    public long reserveBytes() {
        return Saturating.multiply(reserveBlocks, maxChunkBytes);
    }

    /// Most payload of one chunk, padding counted: the seal is taken off.
    public long maxPayloadBytes() {
        return maxChunkBytes - SealKey.OVERHEAD_BYTES;
    }

    /// Most bytes that chunks without a credit may occupy: usable less the reserve and one largest
    /// block, 0 if nothing is left.
    public long eagerBytes() {
        return Math.max(0, usableBytes() - Saturating.add(reserveBytes(), maxChunkBytes));
    }
}

package dev.bounce.model.config;

/// The arena and how it is cut.
///
/// @param arenaBytes registered bytes; the usable part is [#usableBytes()]
/// @param granularityBytes smallest block of the allocator, a power of two
/// @param maxChunkBytes largest region of one chunk, a power of two, at most a quarter of usable
/// @param rampBytes region bytes of the first and the last chunk of a request, a power of two
/// @param reserveBlocks aligned blocks of `maxChunkBytes` at the lowest offsets, never granted
public record ArenaConfig(
        long arenaBytes,
        long granularityBytes,
        long maxChunkBytes,
        long rampBytes,
        int reserveBlocks) {

    /// The largest power-of-two multiple of the granularity that fits the arena.
    public long usableBytes() {
        return granularityBytes * Long.highestOneBit(arenaBytes / granularityBytes);
    }

    /// Bytes at the lowest offsets that are set aside for chunks that have a credit.
    public long reserveBytes() {
        return reserveBlocks * maxChunkBytes;
    }
}

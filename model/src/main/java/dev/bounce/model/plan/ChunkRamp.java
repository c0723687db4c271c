package dev.bounce.model.plan;

/// How much each chunk of a request may hold (design 2.5): little in the first chunk, doubling up
/// to the cap, and towards the end half of what is left, so that gather, write and scatter overlap.
///
/// Limits are of regions, because the allocator gives blocks of powers of two: the limit of chunk
/// `i` is the least of the cap, `ramp * 2^i`, and the larger of `ramp` and half of what is left,
/// taken down to a power of two. What is left at most twice the `ramp` goes in one chunk:
/// another one would cost more than it overlaps.
final class ChunkRamp {
    private final PlanLimits limits;
    private long stepBytes;

    ChunkRamp(final PlanLimits limits) {
        this.limits = limits;
        stepBytes = limits.rampBytes();
    }

    /// Most payload of the next chunk, padding included.
    ///
    /// @param leftBytes payload of this and all later chunks
    long next(final long leftBytes) {
        final long cap = limits.maxRegionBytes();
        if (!limits.isRamped()) {
            return cap - SealKey.OVERHEAD_BYTES;
        }
        if (leftBytes <= 2 * limits.rampBytes() - SealKey.OVERHEAD_BYTES) {
            return Math.min(cap, 2 * limits.rampBytes()) - SealKey.OVERHEAD_BYTES;
        }
        final long half = Math.max(limits.rampBytes(), Long.highestOneBit(leftBytes / 2));
        final long region = Math.min(cap, Math.min(stepBytes, half));
        stepBytes = stepBytes < cap ? stepBytes * 2 : stepBytes;
        return region - SealKey.OVERHEAD_BYTES;
    }

    /// Most payload of a chunk whose first pair is longer than [#next] allows: what the block holds
    /// that the pair needs anyway.
    ///
    /// @param pairBytes at most the payload cap
    long grown(final long pairBytes) {
        final long needed = pairBytes + SealKey.OVERHEAD_BYTES;
        final long block = Long.highestOneBit(needed - 1) << 1;
        return Math.min(limits.maxRegionBytes(), block) - SealKey.OVERHEAD_BYTES;
    }
}

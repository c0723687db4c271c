package dev.bounce.model.vmm;

import dev.bounce.model.agent.RegisteredRegion;

/// Finds how far a piece may reach on one side of a transfer. Remembers the chunk found last, so
/// that descriptors near each other cost no look-up. Not thread-safe.
final class ChunkCursor {
    /// What an unknown address allows: all of the descriptor. Unsigned.
    static final long NO_LIMIT = -1;

    private final RegionMap regions;

    /// The chunk found last, or the part of it that lies in its region. No bytes: none.
    private long start;

    private long bytes;
    private RegisteredRegion region;
    private int chunksEntered;

    ChunkCursor(final RegionMap regions) {
        this.regions = regions;
    }

    /// Bytes from `address` to the next edge of a chunk or the end of its region, unsigned, at
    /// least 1; [#NO_LIMIT] if the address is unknown.
    long limit(final long address) {
        final long offset = address - start;
        return Long.compareUnsigned(offset, bytes) < 0 ? bytes - offset : enter(address);
    }

    /// Rises with each look-up that found another chunk than the one before, or none.
    int chunksEntered() {
        return chunksEntered;
    }

    private long enter(final long address) {
        chunksEntered++;
        if (region == null || !region.contains(address)) {
            region = regions.find(address);
            if (region == null) {
                bytes = 0;
                return NO_LIMIT;
            }
        }
        final long offset = region.chunkOffset(address);
        final long toRegionEnd = region.end() - address;
        final long toEdge = region.chunkBytes() == 0 ? toRegionEnd : region.chunkBytes() - offset;
        final long limit = Long.compareUnsigned(toEdge, toRegionEnd) < 0 ? toEdge : toRegionEnd;
        start = address - offset;
        bytes = offset + limit;
        return limit;
    }
}

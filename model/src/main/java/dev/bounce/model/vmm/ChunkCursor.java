package dev.bounce.model.vmm;

import dev.bounce.model.agent.RegisteredRegion;

/// Finds how far a piece may reach on one side of a transfer. Remembers the region found last, so
/// that descriptors near each other cost no look-up, and inside it no memory access. Not
/// thread-safe.
final class ChunkCursor {
    /// What an unknown address allows: all of the descriptor. Unsigned.
    static final long NO_LIMIT = -1;

    private final RegionMap regions;

    /// The region found last; no bytes: none.
    private long base;

    private long bytes;

    /// Size of its chunks, of a plain region all of it.
    private long chunkBytes;

    /// What is left of an offset inside a chunk, where chunks are a power of two; all of it in a
    /// plain region. Else 0, and the offset of the chunk found last is kept.
    private long mask;

    private long chunkAt;
    private int regionsEntered;

    ChunkCursor(final RegionMap regions) {
        this.regions = regions;
    }

    /// Bytes from `address` to the next edge of a chunk or the end of its region, unsigned, at
    /// least 1; [#NO_LIMIT] if the address is unknown.
    long limit(final long address) {
        final long offset = address - base;
        if (Long.compareUnsigned(offset, bytes) >= 0) {
            return enter(address) ? limit(address) : NO_LIMIT;
        }
        final long toRegionEnd = bytes - offset;
        final long toEdge = chunkBytes - inChunk(offset);
        return Long.compareUnsigned(toEdge, toRegionEnd) < 0 ? toEdge : toRegionEnd;
    }

    /// First address of the region found last.
    long base() {
        return base;
    }

    /// Bytes of it for scans that look at nothing else: 0 if the last address was unknown, or if
    /// chunks are no power of two.
    long scannedBytes() {
        return mask == 0 ? 0 : bytes;
    }

    /// Size of its chunks, of a plain region all of it.
    long chunkBytes() {
        return chunkBytes;
    }

    /// The bits of an offset inside a chunk, if [#scannedBytes] is not 0.
    long mask() {
        return mask;
    }

    /// Whether a chunk begins there, or the region.
    ///
    /// @param address in the region of the last [#limit]
    boolean isEdge(final long address) {
        return inChunk(address - base) == 0;
    }

    /// Rises with each look-up that found another region than the one before, or none.
    int regionsEntered() {
        return regionsEntered;
    }

    /// Distance from the start of the chunk. Chunks are counted from the base of their region.
    private long inChunk(final long offset) {
        if (mask != 0) {
            return offset & mask;
        }
        if (Long.compareUnsigned(offset - chunkAt, chunkBytes) >= 0) {
            chunkAt = offset - Long.remainderUnsigned(offset, chunkBytes);
        }
        return offset - chunkAt;
    }

    private boolean enter(final long address) {
        regionsEntered++;
        final RegisteredRegion region = regions.find(address);
        if (region == null) {
            base = 0;
            bytes = 0;
            mask = -1;
            return false;
        }
        base = region.base();
        bytes = region.bytes();
        final boolean isPlain = region.chunkBytes() == 0;
        chunkBytes = isPlain ? bytes : region.chunkBytes();
        // Chunks of one byte have no bits inside.
        final boolean isPower = Long.bitCount(chunkBytes) == 1 && chunkBytes != 1;
        mask = isPlain ? -1 : isPower ? chunkBytes - 1 : 0;
        chunkAt = 0;
        return true;
    }
}

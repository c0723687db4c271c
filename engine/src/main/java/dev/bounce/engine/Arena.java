package dev.bounce.engine;

import dev.bounce.model.arena.BuddyAllocator;
import dev.bounce.model.config.ArenaConfig;
import java.util.function.Consumer;

/// Every byte of the arena is in exactly one state (rule 16): free, in the reserve, or in one
/// [Region].
///
/// The *reserve* is the first `reserveBlocks` blocks of `maxChunkBytes`; the rest, the general
/// part, is cut by a [BuddyAllocator]. Offsets are bytes relative to the arena. Every operation but
/// [#forEach] takes constant time, one step per order of the allocator.
final class Arena {
    private final long maxChunkBytes;
    private final long reserveBytes;
    private final int granularityShift;
    private final BuddyAllocator blocks;

    /// A second allocator in which only the quarantined blocks are live.
    private final BuddyAllocator besideQuarantine;

    /// By offset divided by granularity: the region that starts there.
    private final Region[] regions;

    private final long[] bytesByState = new long[RegionState.values().length];
    private long freeReserveBytes;
    private int live;

    /// An arena whose bytes are all free.
    Arena(final ArenaConfig config) {
        maxChunkBytes = config.maxChunkBytes();
        reserveBytes = config.reserveBytes();
        freeReserveBytes = reserveBytes;
        blocks = new BuddyAllocator(config.arenaBytes(), config.granularityBytes(), reserveBytes);
        besideQuarantine =
                new BuddyAllocator(config.arenaBytes(), config.granularityBytes(), reserveBytes);
        granularityShift = Long.numberOfTrailingZeros(blocks.granularityBytes());
        regions = new Region[(int) (blocks.usableBytes() >>> granularityShift)];
    }

    /// A block of the general part for `bytes`, or `null` if none fits now.
    Region allocate(final long bytes, final RegionState state) {
        final long offset = blocks.allocate(bytes);
        if (offset == BuddyAllocator.NONE) {
            return null;
        }
        return enter(new Region(offset, blocks.blockBytes(offset), bytes, state));
    }

    /// A whole free block of the reserve, lowest first, or `null` if none is free.
    ///
    /// @param bytes at most `maxChunkBytes`
    /// @param state STAGING_CREDITED or STAGING_ORPHAN: nothing else may use the reserve
    Region allocateReserve(final long bytes, final RegionState state) {
        Invariant.check(bytes > 0 && bytes <= maxChunkBytes, "a chunk fits a reserve block", bytes);
        for (long offset = 0; offset < reserveBytes; offset += maxChunkBytes) {
            if (at(offset) == null) {
                return enter(new Region(offset, maxChunkBytes, bytes, state));
            }
        }
        return null;
    }

    /// Takes exactly the block at `offset`; with it an arena is rebuilt from its regions, given in
    /// any order. Owner fields are the caller's.
    ///
    /// @throws InvariantViolation if the block is not free or not aligned there
    Region place(final long offset, final long bytes, final RegionState state) {
        if (offset < reserveBytes) {
            Invariant.check(
                    offset % maxChunkBytes == 0 && at(offset) == null && bytes <= maxChunkBytes,
                    "the reserve block is free",
                    offset);
            return enter(new Region(offset, maxChunkBytes, bytes, state));
        }
        Invariant.check(blocks.allocateAt(offset, bytes), "the block is free", offset);
        return enter(new Region(offset, blocks.blockBytes(offset), bytes, state));
    }

    /// Gives a block back.
    void free(final Region region) {
        Invariant.check(at(region.offset) == region, "a live region is freed", region.offset);
        uncount(region);
        regions[index(region.offset)] = null;
        live--;
        if (isReserve(region)) {
            freeReserveBytes += region.blockBytes;
        } else {
            Invariant.check(blocks.free(region.offset), "its block was live", region.offset);
        }
        checkConservation();
    }

    /// Changes the state of a live region.
    void transition(final Region region, final RegionState state) {
        Invariant.check(at(region.offset) == region, "a live region changes", region.offset);
        Invariant.check(
                isStaging(region.state) == isStaging(state),
                "staging stays staging and a credit stays a credit",
                region.offset);
        uncount(region);
        region.state = state;
        count(region);
        checkConservation();
    }

    private Region enter(final Region region) {
        regions[index(region.offset)] = region;
        live++;
        if (isReserve(region)) {
            freeReserveBytes -= region.blockBytes;
        }
        count(region);
        checkConservation();
        return region;
    }

    private void count(final Region region) {
        Invariant.check(
                !isReserve(region)
                        || region.state == RegionState.STAGING_CREDITED
                        || region.state == RegionState.STAGING_ORPHAN,
                "the reserve holds only chunks that had a credit",
                region.offset);
        bytesByState[region.state.ordinal()] += region.blockBytes;
        if (region.state == RegionState.QUARANTINED) {
            Invariant.check(
                    besideQuarantine.allocateAt(region.offset, region.blockBytes),
                    "quarantined regions do not overlap",
                    region.offset);
        }
    }

    private void uncount(final Region region) {
        bytesByState[region.state.ordinal()] -= region.blockBytes;
        if (region.state == RegionState.QUARANTINED) {
            Invariant.check(
                    besideQuarantine.free(region.offset), "it was quarantined", region.offset);
        }
    }

    private void checkConservation() {
        long sum = blocks.freeBytes() + freeReserveBytes;
        for (final long bytes : bytesByState) {
            Invariant.check(bytes >= 0, "no state holds less than nothing", bytes);
            sum += bytes;
        }
        Invariant.check(sum == usableBytes(), "every byte is in one state (Conservation)", sum);
    }

    private static boolean isStaging(final RegionState state) {
        return switch (state) {
            case STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN -> true;
            case GRANTED, QUEUED, SCATTERING, ORPHAN, QUARANTINED -> false;
        };
    }

    /// Whether the block lies in the reserve.
    boolean isReserve(final Region region) {
        return region.offset < reserveBytes;
    }

    /// The region that starts at `offset`, or `null`; any offset may be asked for.
    Region at(final long offset) {
        final long index = offset >> granularityShift;
        final boolean starts = index << granularityShift == offset;
        return starts && index >= 0 && index < regions.length ? regions[(int) index] : null;
    }

    private int index(final long offset) {
        return (int) (offset >>> granularityShift);
    }

    /// Whether `allocate(bytes, ...)` would succeed now.
    boolean fits(final long bytes) {
        return blocks.fits(bytes);
    }

    /// Whether `allocate(bytes, ...)` would succeed if every region but the quarantined were free.
    boolean fitsBesideQuarantine(final long bytes) {
        return besideQuarantine.fits(bytes);
    }

    /// Whether a block for `bytes` and beside it one for `besideBytes` fit now.
    boolean fitsBoth(final long bytes, final long besideBytes) {
        return blocks.fitsBoth(bytes, besideBytes);
    }

    /// Bytes that can ever be in use, the reserve included.
    long usableBytes() {
        return blocks.usableBytes();
    }

    /// Bytes of the general part that are free.
    long freeBytes() {
        return blocks.freeBytes();
    }

    /// Bytes of the reserve that are free.
    long freeReserveBytes() {
        return freeReserveBytes;
    }

    /// Largest block that [#allocate] could return now, 0 if none.
    long largestFreeBytes() {
        return blocks.largestFreeBytes();
    }

    /// Largest block that [#allocate] could return if every region but the quarantined were free.
    long largestBesideQuarantineBytes() {
        return besideQuarantine.largestFreeBytes();
    }

    /// Block bytes in that state.
    long bytesIn(final RegionState state) {
        return bytesByState[state.ordinal()];
    }

    /// Block bytes in state STAGING_EAGER.
    long eagerBytes() {
        return bytesIn(RegionState.STAGING_EAGER);
    }

    /// Most block bytes that eager staging may take (design 2.5): beside it the reserve and one
    /// chunk of the largest size always have room. The sender keeps to it.
    long eagerCapBytes() {
        return usableBytes() - reserveBytes - maxChunkBytes;
    }

    /// The size of the block that `bytes` would take, 0 if it can never fit.
    long blockBytes(final long bytes) {
        return blocks.blockBytesFor(bytes);
    }

    /// All regions by rising offset. The consumer changes none.
    void forEach(final Consumer<Region> consumer) {
        int left = live;
        for (int index = 0; left > 0 && index < regions.length; index++) {
            final Region region = regions[index];
            if (region != null) {
                consumer.accept(region);
                left--;
            }
        }
    }

    /// Whether no region is in use.
    boolean isEmpty() {
        return blocks.liveBlocks() == 0 && freeReserveBytes == reserveBytes;
    }
}

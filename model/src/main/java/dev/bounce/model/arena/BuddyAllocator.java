package dev.bounce.model.arena;

/// Cuts a range of bytes into blocks of a power-of-two size that are aligned to their size.
///
/// A block of order k has `granularity << k` bytes. An allocation takes the smallest free block
/// that fits, the one with the lowest offset of that size, and splits it, keeping the lower half.
/// Freeing merges a block with its buddy for as long as the buddy is free. So the free blocks are
/// always the largest aligned blocks of the space that is not live, and the whole state follows
/// from the set of live blocks.
///
/// A *reserve* at the lowest offsets may be left out: it is in no free list, so nothing is
/// allocated there and nothing merges with it.
///
/// Each operation takes one step per order and allocates nothing. Offsets and sizes are bytes
/// relative to the start of the range. Not thread-safe.
///
/// Source: K. C. Knowlton, "A fast storage allocator", CACM 8(10), 1965.
public final class BuddyAllocator {
    /// What [#allocate] returns when no block fits.
    public static final long NONE = -1;

    /// Most blocks of the smallest size that one allocator keeps account of.
    public static final int MAX_GRANULES = 1 << 30;

    private final int granularityShift;
    private final int topOrder;
    private final long reserveBytes;

    /// Free blocks by order; a block is named by its offset divided by its size.
    private final BlockSet[] free;

    private final int[] freeBlocks;

    /// One bit per order that has a free block.
    private long freeOrders;

    /// By granule: order + 1 of the live block that starts there, else 0.
    private final byte[] live;

    private long freeBytes;
    private int liveBlocks;

    /// An allocator without a reserve.
    ///
    /// @throws IllegalArgumentException as the other constructor
    public BuddyAllocator(final long capacityBytes, final long granularityBytes) {
        this(capacityBytes, granularityBytes, 0);
    }

    /// An allocator whose blocks are all free.
    ///
    /// @param capacityBytes size of the range; used is the largest power-of-two multiple of the
    ///     granularity that it holds, the rest is left alone
    /// @param granularityBytes smallest block, at least 1, rounded up to a power of two
    /// @param reserveBytes bytes at the lowest offsets to leave out, a multiple of the granularity
    ///     below the used capacity
    /// @throws IllegalArgumentException naming the value that is out of range; more than 2^30
    ///     granules are refused too
    public BuddyAllocator(
            final long capacityBytes, final long granularityBytes, final long reserveBytes) {
        if (granularityBytes < 1 || granularityBytes > 1L << 62) {
            throw new IllegalArgumentException(
                    "granularityBytes out of range: " + granularityBytes);
        }
        granularityShift = ceilLog2(granularityBytes);
        final long granules = Long.highestOneBit(capacityBytes >> granularityShift);
        if (granules < 1 || granules > MAX_GRANULES) {
            throw new IllegalArgumentException("capacityBytes out of range: " + capacityBytes);
        }
        topOrder = Long.numberOfTrailingZeros(granules);
        final long alignment = (1L << granularityShift) - 1;
        if (reserveBytes < 0 || reserveBytes >= usableBytes() || (reserveBytes & alignment) != 0) {
            throw new IllegalArgumentException("reserveBytes out of range: " + reserveBytes);
        }
        this.reserveBytes = reserveBytes;
        live = new byte[(int) granules];
        free = new BlockSet[topOrder + 1];
        freeBlocks = new int[topOrder + 1];
        for (int order = 0; order <= topOrder; order++) {
            free[order] = new BlockSet((int) (granules >>> order));
        }
        freeAllFrom((int) (reserveBytes >>> granularityShift));
    }

    private void freeAllFrom(final int reserveGranules) {
        int granule = reserveGranules;
        while (granule < live.length) {
            final int order = granule == 0 ? topOrder : Integer.numberOfTrailingZeros(granule);
            put(order, granule >>> order);
            freeBytes += bytesOf(order);
            granule += 1 << order;
        }
    }

    /// Takes the smallest free block that fits, the lowest of that size.
    ///
    /// @param bytes wanted; 0, negative or more than [#usableBytes()] never fits
    /// @return the offset of the block, [#NONE] if none fits
    public long allocate(final long bytes) {
        final int order = orderFor(bytes);
        if (order < 0 || freeOrders >>> order == 0) {
            return NONE;
        }
        int from = order + Long.numberOfTrailingZeros(freeOrders >>> order);
        int block = free[from].first();
        take(from, block);
        while (from > order) {
            from--;
            block <<= 1;
            put(from, block + 1);
        }
        return enliven(block << order, order);
    }

    /// Takes exactly the block at `offset`; with it a state is rebuilt from its live blocks, given
    /// in any order.
    ///
    /// @param offset of the block
    /// @param bytes as for [#allocate]
    /// @return whether such a block is aligned there and entirely free; if not, nothing changed
    public boolean allocateAt(final long offset, final long bytes) {
        final int order = orderFor(bytes);
        final int granule = granuleAt(offset);
        if (order < 0 || granule < 0 || (granule & (1 << order) - 1) != 0) {
            return false;
        }
        int from = order;
        while (from <= topOrder && !free[from].contains(granule >>> from)) {
            from++;
        }
        if (from > topOrder) {
            return false;
        }
        take(from, granule >>> from);
        while (from > order) {
            from--;
            put(from, granule >>> from ^ 1);
        }
        enliven(granule, order);
        return true;
    }

    /// Frees the live block that starts at `offset`.
    ///
    /// @return whether there is one; if not (unknown, interior or freed already), nothing changed
    public boolean free(final long offset) {
        final int granule = granuleAt(offset);
        if (granule < 0 || live[granule] == 0) {
            return false;
        }
        int order = live[granule] - 1;
        live[granule] = 0;
        liveBlocks--;
        freeBytes += bytesOf(order);
        int block = granule >>> order;
        while (order < topOrder && free[order].contains(block ^ 1)) {
            take(order, block ^ 1);
            block >>>= 1;
            order++;
        }
        put(order, block);
        return true;
    }

    /// Whether `allocate(bytes)` would find a block.
    public boolean fits(final long bytes) {
        final int order = orderFor(bytes);
        return order >= 0 && freeOrders >>> order != 0;
    }

    /// Whether `allocate(bytes)` would find a block and, after it, `allocate(besideBytes)` too.
    public boolean fitsBoth(final long bytes, final long besideBytes) {
        final int first = orderFor(bytes);
        final int second = orderFor(besideBytes);
        final int larger = Math.max(first, second);
        final int smaller = Math.min(first, second);
        if (smaller < 0 || freeOrders >>> larger == 0) {
            return false;
        }
        final int from = larger + Long.numberOfTrailingZeros(freeOrders >>> larger);
        // A block that has to be split leaves an upper half, at least as large as the larger one.
        return from > larger
                || freeBlocks[from] > 1
                || (freeOrders >>> smaller & ~(1L << from - smaller)) != 0;
    }

    /// Size of the block that `bytes` would take, 0 if it can never fit the used capacity.
    public long blockBytesFor(final long bytes) {
        final int order = orderFor(bytes);
        return order < 0 ? 0 : bytesOf(order);
    }

    /// Size of the live block that starts at `offset`, 0 if there is none.
    public long blockBytes(final long offset) {
        final int granule = granuleAt(offset);
        return granule < 0 || live[granule] == 0 ? 0 : bytesOf(live[granule] - 1);
    }

    /// Bytes of the range that are used, the reserve included; a power of two.
    public long usableBytes() {
        return bytesOf(topOrder);
    }

    /// Bytes that can be allocated when nothing is: the used ones without the reserve.
    public long capacityBytes() {
        return usableBytes() - reserveBytes;
    }

    /// Bytes at the lowest offsets that are left out.
    public long reserveBytes() {
        return reserveBytes;
    }

    /// Size of the smallest block.
    public long granularityBytes() {
        return 1L << granularityShift;
    }

    /// Sum of the free blocks.
    public long freeBytes() {
        return freeBytes;
    }

    /// Size of the largest free block, 0 if none is free.
    public long largestFreeBytes() {
        return freeOrders == 0 ? 0 : bytesOf(63 - Long.numberOfLeadingZeros(freeOrders));
    }

    /// Number of live blocks.
    public int liveBlocks() {
        return liveBlocks;
    }

    private long enliven(final int granule, final int order) {
        live[granule] = (byte) (order + 1);
        liveBlocks++;
        freeBytes -= bytesOf(order);
        return (long) granule << granularityShift;
    }

    private void put(final int order, final int block) {
        free[order].add(block);
        freeBlocks[order]++;
        freeOrders |= 1L << order;
    }

    private void take(final int order, final int block) {
        free[order].remove(block);
        if (--freeBlocks[order] == 0) {
            freeOrders &= ~(1L << order);
        }
    }

    /// Order of the block for `bytes`, -1 if there is none. Compares before it rounds: rounding a
    /// size near the largest number would overflow.
    private int orderFor(final long bytes) {
        if (bytes <= 0 || bytes > usableBytes()) {
            return -1;
        }
        return ceilLog2((bytes - 1 >>> granularityShift) + 1);
    }

    /// Granule that starts at `offset`, -1 if none does.
    private int granuleAt(final long offset) {
        final long granule = offset >> granularityShift;
        final boolean starts = granule << granularityShift == offset;
        return starts && granule >= 0 && granule < live.length ? (int) granule : -1;
    }

    private long bytesOf(final int order) {
        return 1L << granularityShift + order;
    }

    private static int ceilLog2(final long value) {
        return 64 - Long.numberOfLeadingZeros(value - 1);
    }
}

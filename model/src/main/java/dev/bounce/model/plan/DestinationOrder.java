package dev.bounce.model.plan;

/// Tries to order the pieces of a chunk by destination, so that its runs merge (design section 6).
///
/// What is sorted are groups of pieces: the runs of caller order, when they are so long that few
/// have to be moved; else the pieces themselves. Equal destinations keep caller order, so the
/// result is the same everywhere. Serves one chunk; not thread-safe.
final class DestinationOrder {
    private final PackedPieces packing;
    private final int from;
    private final int to;
    private final long mostBytes;
    private final RunBuffer runs = new RunBuffer();
    private long[] source;
    private long[] bytes;
    private long[] offset;
    private long[] key = new long[0];
    private long[] spare = key;
    private long[] destination = key;
    private int end;

    /// @param chunk whose pieces are ordered
    DestinationOrder(final PackedPieces packing, final int chunk) {
        this.packing = packing;
        from = packing.firstPiece(chunk);
        to = packing.endPiece(chunk);
        mostBytes = packing.packedBytes(chunk);
    }

    /// Runs of the order found last.
    RunBuffer runs() {
        return runs;
    }

    /// End of the pieces placed so far.
    int end() {
        return end;
    }

    /// Source of each piece placed.
    long[] source() {
        return source;
    }

    /// Length of each piece placed.
    long[] bytes() {
        return bytes;
    }

    /// Payload offset of each piece placed.
    long[] offset() {
        return offset;
    }

    /// Places the pieces of the chunk by destination, each for itself, and finds their runs.
    ///
    /// @return false if that is no new order or the chunk would be larger than in caller order
    boolean placePieces() {
        final int size = to - from;
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
        reserve(size);
        System.arraycopy(packing.destination(), from, key, 0, size);
        return sortKeys(size, indexBits) && place(indexBits, from, size);
    }

    /// Does the same run by run, if a run goes on where another ends.
    ///
    /// @param caller runs of caller order
    /// @return false if no run would merge, or as [#placePieces]
    boolean placeRuns(final RunBuffer caller) {
        final int groups = caller.size();
        final int size = to - from;
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(groups);
        reserve(size);
        for (int i = 0; i < groups; i++) {
            key[i] = caller.destination(i);
        }
        if (!sortKeys(groups, indexBits) || !joins(caller, groups, indexBits)) {
            return false;
        }
        listPieces(caller, groups, indexBits);
        return place(Integer.SIZE - 1, 0, size);
    }

    private void start(final int size) {
        source = new long[size];
        bytes = new long[size];
        offset = new long[size];
    }

    private void reserve(final int size) {
        key = new long[size];
        spare = new long[size];
        destination = new long[size];
    }

    /// Turns the addresses in `key` into keys and sorts them: address above the lowest, without the
    /// low bits that are the same in all, then the group's index in the low `indexBits`. False if
    /// they ascend already, or are too far apart for such keys.
    private boolean sortKeys(final int groups, final int indexBits) {
        final long[] address = key;
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        long different = 0;
        boolean ascending = true;
        for (int i = 0; i < groups; i++) {
            // Signed order of sign-flipped addresses is their unsigned order.
            final long flipped = address[i] ^ Long.MIN_VALUE;
            ascending &= flipped >= highest;
            lowest = Math.min(lowest, flipped);
            highest = Math.max(highest, flipped);
            different |= address[i] ^ address[0];
        }
        final int shift = Long.numberOfTrailingZeros(different);
        final int keyBits = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest >>> shift);
        if (ascending || keyBits + indexBits >= Long.SIZE) {
            return false;
        }
        lowest ^= Long.MIN_VALUE;
        for (int i = 0; i < groups; i++) {
            address[i] = address[i] - lowest >>> shift << indexBits | i;
        }
        if (PackedSort.sort(key, spare, groups, indexBits, keyBits) != key) {
            swapKeys();
        }
        return true;
    }

    private void swapKeys() {
        final long[] swap = spare;
        spare = key;
        key = swap;
    }

    /// Whether a run goes on where the one before it in destination order ends. If none does,
    /// nothing would merge.
    private boolean joins(final RunBuffer caller, final int groups, final int indexBits) {
        final int mask = (1 << indexBits) - 1;
        for (int i = 1; i < groups; i++) {
            if (caller.nextDestination((int) key[i - 1] & mask)
                    == caller.destination((int) key[i] & mask)) {
                return true;
            }
        }
        return false;
    }

    /// Replaces the keys by the pieces of their runs.
    private void listPieces(final RunBuffer caller, final int groups, final int indexBits) {
        final int mask = (1 << indexBits) - 1;
        int size = 0;
        for (int i = 0; i < groups; i++) {
            final int run = (int) key[i] & mask;
            final int last = run + 1 == groups ? to : caller.firstPiece(run + 1);
            for (int piece = caller.firstPiece(run); piece < last; piece++) {
                spare[size++] = piece;
            }
        }
        swapKeys();
    }

    /// Places the pieces that the low `indexBits` of the keys name, counted from `first`, and finds
    /// their runs. Pieces that now continue each other are merged, so there are at most as many as
    /// in caller order. False if the chunk would be larger than in caller order, whose size peers
    /// may know already.
    private boolean place(final int indexBits, final int first, final int size) {
        start(size);
        final int mask = (1 << indexBits) - 1;
        final long[] fromSource = packing.source();
        final long[] fromDestination = packing.destination();
        final long[] fromBytes = packing.bytes();
        int placed = 0;
        long packed = Packing.EMPTY;
        long nextSource = 0;
        long nextDestination = 0;
        for (int i = 0; i < size; i++) {
            final int piece = first + ((int) key[i] & mask);
            final long length = fromBytes[piece];
            final long address = fromSource[piece];
            final long target = fromDestination[piece];
            final long start = Packing.aligned(packed);
            if (address == nextSource && target == nextDestination && start == packed) {
                bytes[placed - 1] += length;
            } else {
                source[placed] = address;
                destination[placed] = target;
                bytes[placed] = length;
                offset[placed++] = start;
            }
            packed = start + length;
            nextSource = address + length;
            nextDestination = target + length;
        }
        end = placed;
        return packed <= mostBytes
                && runs.fill(destination, 0, offset, 0, bytes, 0, end, Integer.MAX_VALUE);
    }
}

package dev.bounce.model.plan;

/// Tries to order the pieces of a chunk by destination, so that its runs merge (design section 6).
///
/// What is sorted are groups of pieces: the runs of caller order, when they are so long that few
/// have to be moved; else the pieces themselves. Equal destinations keep caller order, so the
/// result is the same everywhere. Pieces are placed straight into arrays for the whole plan;
/// scratch space is kept from chunk to chunk. Not thread-safe.
final class DestinationOrder {
    private final Packing packing;
    private final RunBuffer runs = new RunBuffer();
    private long[] source;
    private long[] bytes;
    private long[] offset;
    private long[] key = new long[0];
    private long[] spare = key;
    private long[] destination = key;
    private int end;
    private long packedBytes;

    DestinationOrder(final Packing packing) {
        this.packing = packing;
    }

    /// Whether the arrays of placed pieces are in use; if not, those of `packing` still are.
    boolean isStarted() {
        return source != null;
    }

    /// Runs of the order found last.
    RunBuffer runs() {
        return runs;
    }

    /// End of the pieces placed so far.
    int end() {
        return end;
    }

    /// Payload with padding of the order found last.
    long packedBytes() {
        return packedBytes;
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

    /// Places the pieces of the chunk that was packed last by destination, each for itself, and
    /// finds their runs.
    ///
    /// @param at where the pieces go
    /// @return false if that is no new order or the chunk would pass its limit; if [#isStarted],
    ///     [#copy] has to follow then
    boolean placePieces(final int at) {
        final int from = packing.firstPiece();
        final int size = packing.endPiece() - from;
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
        reserve(size);
        System.arraycopy(packing.destination(), from, key, 0, size);
        return sortKeys(size, indexBits) && place(indexBits, from, size, at);
    }

    /// Does the same run by run, if a run goes on where another ends.
    ///
    /// @param caller runs of caller order
    /// @param at where the pieces go
    /// @return false if no run would merge, or as [#placePieces]
    boolean placeRuns(final RunBuffer caller, final int at) {
        final int groups = caller.size();
        final int size = packing.endPiece() - packing.firstPiece();
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(groups);
        reserve(size);
        for (int i = 0; i < groups; i++) {
            key[i] = caller.destination(i);
        }
        if (!sortKeys(groups, indexBits) || !joins(caller, groups, indexBits)) {
            return false;
        }
        listPieces(caller, groups, indexBits);
        return place(Integer.SIZE - 1, 0, size, at);
    }

    /// Places pieces as they are.
    void copy(final int from, final int to, final int at) {
        System.arraycopy(packing.source(), from, source, at, to - from);
        System.arraycopy(packing.bytes(), from, bytes, at, to - from);
        System.arraycopy(packing.offset(), from, offset, at, to - from);
        end = at + (to - from);
    }

    /// Copies the pieces of earlier chunks, which stay in caller order.
    private void start(final int placed) {
        if (source == null) {
            source = new long[packing.capacity()];
            bytes = new long[packing.capacity()];
            offset = new long[packing.capacity()];
            copy(0, placed, 0);
        }
    }

    private void reserve(final int size) {
        if (key.length < size) {
            final int capacity = Math.max(size, Math.min(2 * key.length, packing.capacity()));
            key = new long[capacity];
            spare = new long[capacity];
            destination = new long[capacity];
        }
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
            final int last = run + 1 == groups ? packing.endPiece() : caller.firstPiece(run + 1);
            for (int piece = caller.firstPiece(run); piece < last; piece++) {
                spare[size++] = piece;
            }
        }
        swapKeys();
    }

    /// Places the pieces that the low `indexBits` of the keys name, counted from `first`, and finds
    /// their runs. Pieces that now continue each other are merged, so there are at most as many as
    /// in caller order. False if the chunk would pass its limit.
    private boolean place(final int indexBits, final int first, final int size, final int at) {
        start(at);
        final int mask = (1 << indexBits) - 1;
        final long[] fromSource = packing.source();
        final long[] fromDestination = packing.destination();
        final long[] fromBytes = packing.bytes();
        int placed = at;
        long packed = Packing.EMPTY;
        long nextSource = 0;
        long nextDestination = 0;
        for (int i = 0; i < size; i++) {
            final int piece = first + ((int) key[i] & mask);
            final long length = fromBytes[piece];
            final long from = fromSource[piece];
            final long to = fromDestination[piece];
            final long start = Packing.aligned(packed);
            if (from == nextSource && to == nextDestination && start == packed) {
                bytes[placed - 1] += length;
            } else {
                source[placed] = from;
                destination[placed - at] = to;
                bytes[placed] = length;
                offset[placed++] = start;
            }
            packed = start + length;
            nextSource = from + length;
            nextDestination = to + length;
        }
        end = placed;
        packedBytes = packed;
        return packed <= packing.limitBytes()
                && runs.fill(destination, 0, offset, bytes, at, end, Integer.MAX_VALUE);
    }
}

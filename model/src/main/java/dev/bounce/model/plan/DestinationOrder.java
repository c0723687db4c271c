package dev.bounce.model.plan;

/// Tries to order the pieces of a chunk by destination, so that its runs merge (design section 6).
///
/// What is sorted are groups of pieces: the runs that caller order gives, when they are long enough
/// that few have to be moved; else the pieces themselves. Equal destinations keep caller order, so
/// the result is the same everywhere. Pieces are placed straight into arrays for the whole plan;
/// scratch space is kept from chunk to chunk. Not thread-safe.
final class DestinationOrder {
    /// Runs at least this long on average are moved whole.
    private static final int LONG_RUN_PIECES = 4;

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

    /// Runs of the order that [#improves] found.
    RunBuffer runs() {
        return runs;
    }

    /// End of the pieces placed so far.
    int end() {
        return end;
    }

    /// Payload with padding of the order that [#improves] found.
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

    /// Places the chunk that was packed last in destination order, at most as many pieces as in
    /// caller order, if that gives fewer runs and its padding keeps to the limit; else answers
    /// false, and [#copy] is to follow once [#isStarted].
    ///
    /// @param caller runs of caller order
    /// @param at where the pieces go
    boolean improves(final RunBuffer caller, final int at) {
        final int from = packing.firstPiece();
        final int size = packing.endPiece() - from;
        final boolean byRun = caller.size() <= size / LONG_RUN_PIECES;
        final int groups = byRun ? caller.size() : size;
        reserve(size);
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(groups);
        if (byRun) {
            for (int i = 0; i < groups; i++) {
                key[i] = caller.destination(i);
            }
        } else {
            System.arraycopy(packing.destination(), from, key, 0, groups);
        }
        if (!sortKeys(groups, indexBits) || byRun && !joins(caller, groups, indexBits)) {
            return false;
        }
        if (byRun) {
            listPieces(caller, groups, indexBits);
        }
        start(at);
        place(byRun ? Integer.SIZE - 1 : indexBits, byRun ? 0 : from, size, at);
        if (packedBytes > packing.limitBytes()) {
            return false;
        }
        runs.fill(destination, 0, offset, bytes, at, end);
        return runs.size() < caller.size();
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

    /// Places the pieces that the low `indexBits` of the keys name, counted from `first`. Those
    /// that
    /// now continue each other are merged.
    private void place(final int indexBits, final int first, final int size, final int at) {
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
    }
}

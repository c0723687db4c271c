package dev.bounce.model.plan;

/// Tries to order the pieces of a chunk by destination, so that its runs merge (design section 6).
///
/// What is sorted are groups of pieces: the runs that caller order gives, when they are long enough
/// that few have to be moved; else the pieces themselves. Equal destinations keep caller order, so
/// the result is the same everywhere. Scratch space is kept from chunk to chunk; not thread-safe.
final class DestinationOrder {
    /// Runs at least this long on average are moved whole.
    private static final int LONG_RUN_PIECES = 4;

    private final RunBuffer runs = new RunBuffer();
    private int[] piece = new int[0];
    private long[] key = new long[0];
    private long[] spare = key;
    private long[] source = key;
    private long[] destination = key;
    private long[] bytes = key;
    private long[] offset = key;
    private int pieces;
    private long packedBytes;

    /// Runs of the order that [#improves] found.
    RunBuffer runs() {
        return runs;
    }

    /// Pieces of the order that [#improves] found; at most as many as in caller order.
    int pieces() {
        return pieces;
    }

    /// Payload with padding of the order that [#improves] found.
    long packedBytes() {
        return packedBytes;
    }

    /// Whether destination order gives fewer runs than caller order and its padding keeps to the
    /// limit. If so, [#copyTo] hands the pieces over.
    ///
    /// @param from first piece
    /// @param to end of the pieces, exclusive
    /// @param caller runs of caller order
    /// @param limitBytes of the payload with padding
    boolean improves(
            final Packing packing,
            final int from,
            final int to,
            final RunBuffer caller,
            final long limitBytes) {
        final boolean byRun = caller.size() <= (to - from) / LONG_RUN_PIECES;
        final int groups = byRun ? caller.size() : to - from;
        reserve(to - from);
        final int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(groups);
        if (!sortGroups(packing, from, groups, byRun ? caller : null, indexBits)
                || byRun && !joins(caller, groups, indexBits)) {
            return false;
        }
        listPieces(from, to, byRun ? caller : null, groups, indexBits);
        place(packing, to - from);
        if (packedBytes > limitBytes) {
            return false;
        }
        runs.fill(destination, offset, bytes, 0, pieces);
        return runs.size() < caller.size();
    }

    /// Writes the pieces into `packing` from piece `at` on.
    void copyTo(final Packing packing, final int at) {
        packing.put(at, source, bytes, offset, pieces);
    }

    private void reserve(final int capacity) {
        if (key.length < capacity) {
            piece = new int[capacity];
            key = new long[capacity];
            spare = new long[capacity];
            source = new long[capacity];
            destination = new long[capacity];
            bytes = new long[capacity];
            offset = new long[capacity];
        }
    }

    /// Sorts one key per group: destination above the lowest, without the low bits that are the
    /// same
    /// in all, then the group's index in the low `indexBits`. False if the order is ascending
    /// already, or the destinations are too far apart for such keys.
    private boolean sortGroups(
            final Packing packing,
            final int from,
            final int groups,
            final RunBuffer caller,
            final int indexBits) {
        if (caller == null) {
            System.arraycopy(packing.destination(), from, key, 0, groups);
        } else {
            for (int i = 0; i < groups; i++) {
                key[i] = caller.destination(i);
            }
        }
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
            final long[] sorted = spare;
            spare = key;
            key = sorted;
        }
        return true;
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

    /// Lists the pieces in the order of the keys.
    private void listPieces(
            final int from,
            final int to,
            final RunBuffer caller,
            final int groups,
            final int indexBits) {
        final int mask = (1 << indexBits) - 1;
        if (caller == null) {
            for (int i = 0; i < groups; i++) {
                piece[i] = from + ((int) key[i] & mask);
            }
            return;
        }
        int listed = 0;
        for (int i = 0; i < groups; i++) {
            final int group = (int) key[i] & mask;
            final int end = group + 1 == groups ? to : caller.firstPiece(group + 1);
            for (int next = caller.firstPiece(group); next < end; next++) {
                piece[listed++] = next;
            }
        }
    }

    /// Places the listed pieces, and merges those that now continue each other.
    private void place(final Packing packing, final int listed) {
        final long[] fromSource = packing.source();
        final long[] fromDestination = packing.destination();
        final long[] fromBytes = packing.bytes();
        int placed = 0;
        long end = 0;
        long nextSource = 0;
        long nextDestination = 0;
        for (int i = 0; i < listed; i++) {
            final int next = piece[i];
            final long length = fromBytes[next];
            final long from = fromSource[next];
            final long to = fromDestination[next];
            final long start = Packing.aligned(end);
            if (from == nextSource && to == nextDestination && start == end && placed > 0) {
                bytes[placed - 1] += length;
            } else {
                source[placed] = from;
                destination[placed] = to;
                bytes[placed] = length;
                offset[placed++] = start;
            }
            end = start + length;
            nextSource = from + length;
            nextDestination = to + length;
        }
        pieces = placed;
        packedBytes = end;
    }
}

package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;

/// Cuts pairs so that no piece crosses the edge of a chunk, or the end of a region, on either
/// side. Transfer libraries find a registration by containment in one of them, and chunks are
/// registered one by one.
///
/// Chunks are counted from the base of their region, which need not be a multiple of their size;
/// each region has its own chunk size, and the sides need not agree. A side in host memory limits
/// nothing but is cut along with the other. An address that no region holds limits nothing from
/// there to the end of the piece; [Pairing] refuses such lists beforehand. Where a region ends the
/// next one is looked up. Pure.
public final class DescriptorSplitter {
    private DescriptorSplitter() {}

    /// The pieces of all pairs, in the order of the pairs and from front to back within each.
    /// Empty pairs have none. A pair yields at most one piece more than edges cross it.
    ///
    /// @return `pairs` itself if nothing was cut
    public static DescriptorPairs split(
            final DescriptorPairs pairs,
            final TransferSide source,
            final TransferSide destination) {
        final boolean noneEmpty = pairs.nonEmptyCount() == pairs.size();
        if (noneEmpty && source.limits().size() == 0 && destination.limits().size() == 0) {
            return pairs;
        }
        final ChunkCursor sourceCursor = new ChunkCursor(source.limits());
        final ChunkCursor destinationCursor = new ChunkCursor(destination.limits());
        final PieceList pieces = new PieceList(pairs);
        for (int pair = 0; pair < pairs.size(); pair++) {
            long from = pairs.source()[pair];
            long to = pairs.destination()[pair];
            long left = pairs.bytes()[pair];
            while (left != 0) {
                final long length =
                        shortest(left, sourceCursor.limit(from), destinationCursor.limit(to));
                pieces.add(pair, from, to, length);
                from += length;
                to += length;
                left -= length;
            }
        }
        return noneEmpty && pieces.size() == pairs.size() ? pairs : pieces.toPairs();
    }

    /// The unsigned minimum.
    static long shortest(final long left, final long sourceLimit, final long destinationLimit) {
        final long length = Long.compareUnsigned(sourceLimit, left) < 0 ? sourceLimit : left;
        return Long.compareUnsigned(destinationLimit, length) < 0 ? destinationLimit : length;
    }
}

package dev.bounce.model.vmm;

import dev.bounce.model.agent.RegisteredRegion;
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
        if (noneEmpty
                && cutsNoSource(pairs, source.limits())
                && cutsNoDestination(pairs, destination.limits())) {
            return pairs;
        }
        final ChunkCursor sourceCursor = new ChunkCursor(source.limits());
        final ChunkCursor destinationCursor = new ChunkCursor(destination.limits());
        final PieceList pieces = new PieceList(pairs);
        final long[] bytes = pairs.bytes();
        int uncut = 0;
        int pair = -1;
        while (true) {
            pair = firstCut(pairs, pair + 1, sourceCursor, destinationCursor);
            if (pair == bytes.length) {
                break;
            }
            long from = pairs.source()[pair];
            long to = pairs.destination()[pair];
            long left = bytes[pair];
            long length = shortest(left, sourceCursor.limit(from), destinationCursor.limit(to));
            if (length == left && left != 0) {
                continue; // copied with its neighbours
            }
            pieces.addPairs(uncut, pair);
            uncut = pair + 1;
            while (left != 0) {
                pieces.add(pair, from, to, length);
                from += length;
                to += length;
                left -= length;
                length = shortest(left, sourceCursor.limit(from), destinationCursor.limit(to));
            }
        }
        if (uncut == 0) {
            return pairs;
        }
        pieces.addPairs(uncut, bytes.length);
        return pieces.toPairs();
    }

    /// Whether it is plain without a look at each pair: there is no region, or all are in one that
    /// has no chunks.
    private static boolean cutsNoSource(final DescriptorPairs pairs, final RegionMap regions) {
        final RegisteredRegion first = regions.find(pairs.lowestSource());
        return regions.size() == 0
                || first != null
                        && first.chunkBytes() == 0
                        && pairs.hasSourcesWithin(first.base(), first.bytes());
    }

    private static boolean cutsNoDestination(final DescriptorPairs pairs, final RegionMap regions) {
        final RegisteredRegion first = regions.find(pairs.lowestDestination());
        return regions.size() == 0
                || first != null
                        && first.chunkBytes() == 0
                        && pairs.hasDestinationsWithin(first.base(), first.bytes());
    }

    /// The first pair from `first` on that may be cut, is empty, or is not in the regions that the
    /// cursors stand in. Most pairs are none of these, so this is where the time goes: nothing is
    /// read but the pairs.
    private static int firstCut(
            final DescriptorPairs pairs,
            final int first,
            final ChunkCursor source,
            final ChunkCursor destination) {
        final long[] from = pairs.source();
        final long[] to = pairs.destination();
        final long[] bytes = pairs.bytes();
        final long fromBase = source.base();
        final long fromBytes = source.scannedBytes();
        final long fromChunk = source.chunkBytes();
        final long fromMask = source.mask();
        final long toBase = destination.base();
        final long toBytes = destination.scannedBytes();
        final long toChunk = destination.chunkBytes();
        final long toMask = destination.mask();
        int pair = first;
        while (pair < bytes.length
                && bytes[pair] != 0
                && fits(from[pair] - fromBase, bytes[pair], fromBytes, fromChunk, fromMask)
                && fits(to[pair] - toBase, bytes[pair], toBytes, toChunk, toMask)) {
            pair++;
        }
        return pair;
    }

    /// Whether that many bytes from `offset` on are in one chunk of a region.
    static boolean fits(
            final long offset,
            final long length,
            final long regionBytes,
            final long chunkBytes,
            final long mask) {
        return Long.compareUnsigned(offset, regionBytes) < 0
                && Long.compareUnsigned(length, regionBytes - offset) <= 0
                && Long.compareUnsigned(length, chunkBytes - (offset & mask)) <= 0;
    }

    /// The unsigned minimum.
    static long shortest(final long left, final long sourceLimit, final long destinationLimit) {
        final long length = Long.compareUnsigned(sourceLimit, left) < 0 ? sourceLimit : left;
        return Long.compareUnsigned(destinationLimit, length) < 0 ? destinationLimit : length;
    }
}

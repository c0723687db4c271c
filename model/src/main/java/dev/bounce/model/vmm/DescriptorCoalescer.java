package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;

/// Cuts pairs as [DescriptorSplitter] does and joins pieces that go on where another ends.
///
/// Pairs are put in the order of (source device, source address) first; equal ones keep caller
/// order. A piece joins the one before it only if both sides continue it on the same device, and
/// on both sides the two lie in one chunk of one known region. So each result lies in one chunk
/// per side. An address that no region holds, as all of host memory, is joined to nothing: two
/// unknown addresses may belong to different registrations. Pure.
public final class DescriptorCoalescer {
    private DescriptorCoalescer() {}

    /// The joined pieces, in the order of their sources; in caller order if nothing can be joined
    /// because a side has no region.
    public static DescriptorPairs coalesce(
            final DescriptorPairs pairs,
            final TransferSide source,
            final TransferSide destination) {
        if (source.limits().size() == 0 || destination.limits().size() == 0) {
            return DescriptorSplitter.split(pairs, source, destination);
        }
        final int[] order = SourceOrder.of(pairs);
        final ChunkCursor sourceCursor = new ChunkCursor(source.limits());
        final ChunkCursor destinationCursor = new ChunkCursor(destination.limits());
        final PieceList pieces = new PieceList(pairs);
        int at = 0;
        while (at < pairs.size()) {
            at = addUncut(pairs, order, at, sourceCursor, destinationCursor, pieces);
            if (at < pairs.size()) {
                final int pair = order == null ? at : order[at];
                cut(pairs, pair, sourceCursor, destinationCursor, pieces);
                at++;
            }
        }
        return pieces.toPairs();
    }

    /// Adds pairs as long as they are neither cut nor empty and in the regions that the cursors
    /// stand in, which is the usual case and needs no look-up.
    ///
    /// @return the place of the first that is not so
    private static int addUncut(
            final DescriptorPairs pairs,
            final int[] order,
            final int first,
            final ChunkCursor source,
            final ChunkCursor destination,
            final PieceList pieces) {
        final long[] froms = pairs.source();
        final long[] tos = pairs.destination();
        final long[] bytes = pairs.bytes();
        final long fromBase = source.base();
        final long fromBytes = source.scannedBytes();
        final long fromChunk = source.chunkBytes();
        final long fromMask = source.mask();
        final long toBase = destination.base();
        final long toBytes = destination.scannedBytes();
        final long toChunk = destination.chunkBytes();
        final long toMask = destination.mask();
        for (int at = first; at < bytes.length; at++) {
            final int pair = order == null ? at : order[at];
            final long from = froms[pair];
            final long to = tos[pair];
            final long length = bytes[pair];
            final long fromOffset = from - fromBase;
            final long toOffset = to - toBase;
            if (length == 0
                    || !DescriptorSplitter.fits(fromOffset, length, fromBytes, fromChunk, fromMask)
                    || !DescriptorSplitter.fits(toOffset, length, toBytes, toChunk, toMask)) {
                return at;
            }
            // What continues a piece is in its chunk unless it begins one.
            if (pieces.continues(pair, from, to, length)
                    && (fromOffset & fromMask) != 0
                    && (toOffset & toMask) != 0) {
                pieces.extendLast(length);
            } else {
                pieces.add(pair, from, to, length);
            }
        }
        return bytes.length;
    }

    private static void cut(
            final DescriptorPairs pairs,
            final int pair,
            final ChunkCursor source,
            final ChunkCursor destination,
            final PieceList pieces) {
        long from = pairs.source()[pair];
        long to = pairs.destination()[pair];
        long left = pairs.bytes()[pair];
        while (left != 0) {
            final int entered = source.regionsEntered() + destination.regionsEntered();
            final long length =
                    DescriptorSplitter.shortest(left, source.limit(from), destination.limit(to));
            // Cursors that entered no region still stand in those of the piece before.
            if (pieces.continues(pair, from, to, length)
                    && entered == source.regionsEntered() + destination.regionsEntered()
                    && !source.isEdge(from)
                    && !destination.isEdge(to)) {
                pieces.extendLast(length);
            } else {
                pieces.add(pair, from, to, length);
            }
            from += length;
            to += length;
            left -= length;
        }
    }
}

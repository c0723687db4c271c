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
        for (int at = 0; at < pairs.size(); at++) {
            final int pair = order == null ? at : order[at];
            long from = pairs.source()[pair];
            long to = pairs.destination()[pair];
            long left = pairs.bytes()[pair];
            while (left != 0) {
                final int entered =
                        sourceCursor.chunksEntered() + destinationCursor.chunksEntered();
                final long length =
                        DescriptorSplitter.shortest(
                                left, sourceCursor.limit(from), destinationCursor.limit(to));
                // A cursor that entered no chunk still stands in that of the piece before.
                if (entered == sourceCursor.chunksEntered() + destinationCursor.chunksEntered()
                        && pieces.continues(pair, from, to, length)) {
                    pieces.extendLast(length);
                } else {
                    pieces.add(pair, from, to, length);
                }
                from += length;
                to += length;
                left -= length;
            }
        }
        return pieces.toPairs();
    }
}

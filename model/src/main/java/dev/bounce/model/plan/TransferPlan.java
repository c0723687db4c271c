package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;
import java.util.Arrays;
import java.util.List;

/// How a transfer is cut into chunks. Immutable; may be shared between threads.
///
/// A chunk is gathered piece by piece into a region at the sender, written, and scattered run by
/// run at the receiver. Pieces are numbered through all chunks, and each starts at a multiple of 32
/// in the region. Offsets are of the region, the head of the seal included.
public final class TransferPlan {
    private final Chunks chunks;
    private final long[] pieceSource;
    private final long[] pieceOffset;
    private final long[] pieceBytes;
    private final int reorderedChunks;
    private final long payloadBytes;
    private final long maxRegionBytes;

    // Made when first asked for. A race only makes the same set twice, and its final fields let any
    // thread that sees one see all of it.
    private AddressSet sources;
    private AddressSet destinations;

    /// Parallel arrays, one entry per chunk.
    record Chunks(int[] endPiece, long[] regionBytes, long[] payloadBytes, ScatterRuns[] runs) {}

    /// Takes over the arrays; those of pieces may be longer than there are pieces.
    TransferPlan(
            final Chunks chunks,
            final long[] pieceSource,
            final long[] pieceOffset,
            final long[] pieceBytes,
            final int reorderedChunks) {
        this.chunks = chunks;
        this.pieceSource = pieceSource;
        this.pieceOffset = pieceOffset;
        this.pieceBytes = pieceBytes;
        this.reorderedChunks = reorderedChunks;
        long payload = 0;
        long largest = 0;
        for (int chunk = 0; chunk < chunks.endPiece.length; chunk++) {
            payload += chunks.payloadBytes[chunk];
            largest = Math.max(largest, chunks.regionBytes[chunk]);
        }
        payloadBytes = payload;
        maxRegionBytes = largest;
    }

    /// Cuts a transfer into chunks. A function of its arguments alone: the same on every machine.
    ///
    /// Pairs are packed in caller order, each at the next multiple of 32, and merged with the pair
    /// before where both sides continue without padding. A chunk ends at its limit (see
    /// [PlanLimits]), or at [PlanLimits#maxPieces()]; with a ramp the first and last chunks are
    /// small, and a pair longer than such a limit gets a larger chunk. Within a chunk the pieces
    /// are then ordered by destination if that gives fewer runs. Empty pairs are skipped.
    ///
    /// @throws IllegalArgumentException if [Eligibility#ofPlan] refuses, with its message
    public static TransferPlan of(final DescriptorPairs pairs, final PlanLimits limits) {
        return Planner.plan(pairs, limits, true);
    }

    /// All that a plan is made of, so that it can be stored and had back.
    ///
    /// @param endPiece per chunk, where its pieces end, exclusive; rising
    /// @param regionBytes per chunk, see [TransferPlan#regionBytes(int)]
    /// @param chunkPayloadBytes per chunk, see [TransferPlan#payloadBytes(int)]
    /// @param runs per chunk, see [TransferPlan#runs(int)]
    /// @param pieceSource per piece, its source address
    /// @param pieceOffset per piece, its offset in the region without the head of the seal
    /// @param pieceBytes per piece, its bytes
    /// @param reorderedChunks see [TransferPlan#reorderedChunks()]
    public record Parts(
            int[] endPiece,
            long[] regionBytes,
            long[] chunkPayloadBytes,
            List<ScatterRuns> runs,
            long[] pieceSource,
            long[] pieceOffset,
            long[] pieceBytes,
            int reorderedChunks) {
        /// Checks that the arrays agree.
        ///
        /// @throws IllegalArgumentException if they do not
        public Parts {
            runs = List.copyOf(runs);
            final int count = endPiece.length;
            if (regionBytes.length != count
                    || chunkPayloadBytes.length != count
                    || runs.size() != count) {
                throw new IllegalArgumentException("arrays of " + count + " chunks differ");
            }
            int pieces = 0;
            for (final int end : endPiece) {
                if (end <= pieces) {
                    throw new IllegalArgumentException("a chunk ends at piece " + end);
                }
                pieces = end;
            }
            if (pieceSource.length != pieces
                    || pieceOffset.length != pieces
                    || pieceBytes.length != pieces) {
                throw new IllegalArgumentException("arrays of " + pieces + " pieces differ");
            }
        }
    }

    /// The plan that is made of `parts`. Takes over the arrays.
    public static TransferPlan of(final Parts parts) {
        return new TransferPlan(
                new Chunks(
                        parts.endPiece,
                        parts.regionBytes,
                        parts.chunkPayloadBytes,
                        parts.runs.toArray(ScatterRuns[]::new)),
                parts.pieceSource,
                parts.pieceOffset,
                parts.pieceBytes,
                parts.reorderedChunks);
    }

    /// What this plan is made of. Copies the arrays.
    public Parts parts() {
        final int pieces = pieceCount();
        return new Parts(
                chunks.endPiece.clone(),
                chunks.regionBytes.clone(),
                chunks.payloadBytes.clone(),
                List.of(chunks.runs),
                Arrays.copyOf(pieceSource, pieces),
                Arrays.copyOf(pieceOffset, pieces),
                Arrays.copyOf(pieceBytes, pieces),
                reorderedChunks);
    }

    /// Number of chunks, 0 if every pair is empty.
    public int chunkCount() {
        return chunks.endPiece.length;
    }

    /// Number of pieces of all chunks.
    public int pieceCount() {
        return chunkCount() == 0 ? 0 : chunks.endPiece[chunkCount() - 1];
    }

    /// Bytes of a chunk's region: payload with its padding, and [SealKey#OVERHEAD_BYTES].
    public long regionBytes(final int chunk) {
        return chunks.regionBytes[chunk];
    }

    /// Payload bytes of one chunk, without padding and seal.
    public long payloadBytes(final int chunk) {
        return chunks.payloadBytes[chunk];
    }

    /// Payload bytes of all chunks, without padding and seal.
    public long payloadBytes() {
        return payloadBytes;
    }

    /// How the receiver scatters a chunk.
    public ScatterRuns runs(final int chunk) {
        return chunks.runs[chunk];
    }

    /// Pieces of a chunk are numbered from here ...
    public int firstPiece(final int chunk) {
        return chunk == 0 ? 0 : chunks.endPiece[chunk - 1];
    }

    /// ... to here, exclusive.
    public int endPiece(final int chunk) {
        return chunks.endPiece[chunk];
    }

    /// Source address of a piece.
    public long pieceSource(final int piece) {
        return pieceSource[piece];
    }

    /// Region offset of a piece, seal head included.
    public long pieceRegionOffset(final int piece) {
        return SealKey.PAYLOAD_OFFSET + pieceOffset[piece];
    }

    /// Bytes of a piece.
    public long pieceBytes(final int piece) {
        return pieceBytes[piece];
    }

    /// Largest region of any chunk.
    public long maxRegionBytes() {
        return maxRegionBytes;
    }

    /// Number of chunks whose pieces stand in destination order instead of caller order.
    public int reorderedChunks() {
        return reorderedChunks;
    }

    /// Whether a source byte lies in `[base, base + length)`. The first call sorts the pieces.
    public boolean readsFrom(final long base, final long length) {
        return sources().intersects(base, length);
    }

    /// Whether a destination byte lies in `[base, base + length)`. The first call sorts the runs.
    public boolean writesTo(final long base, final long length) {
        return destinations().intersects(base, length);
    }

    /// Whether both plans write a common destination byte. The first call sorts the runs.
    public boolean destinationsOverlap(final TransferPlan other) {
        return destinations().intersects(other.destinations());
    }

    private AddressSet sources() {
        AddressSet known = sources;
        if (known == null) {
            known = AddressSet.of(pieceSource, pieceBytes, pieceCount());
            sources = known;
        }
        return known;
    }

    private AddressSet destinations() {
        AddressSet known = destinations;
        if (known == null) {
            known = RunDestinations.all(chunks.runs);
            destinations = known;
        }
        return known;
    }
}

package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;
import java.util.Arrays;
import java.util.List;

/// How a transfer is cut into chunks. Immutable; may be shared between threads.
///
/// A chunk is gathered piece by piece into a region at the sender, written, and scattered run by
/// run at the receiver. Pieces are numbered through all chunks, and each starts at a multiple of 32
/// in the region. Offsets are of the region, the head of the seal included.
///
/// Sizes of chunks are known at once. The order and the runs of a chunk are found when they are
/// first asked for, so that a first chunk can leave while the next ones are worked out: see
/// [#pieces]. What numbers pieces through all chunks works out all of them.
public final class TransferPlan {
    private final PackedPieces packed;
    private final boolean ordering;
    private final long[] regionBytes;
    private final long[] chunkPayloadBytes;
    private final long payloadBytes;
    private final long maxRegionBytes;

    // Made when first asked for. A race only makes the same thing twice, and its final fields let
    // any thread that sees one see all of it.
    private final ChunkPieces[] placed;
    private AllPieces all;
    private AddressSet sources;
    private AddressSet destinations;

    /// The pieces of all chunks, one chunk after the other.
    private record AllPieces(
            int[] endPiece, long[] source, long[] offset, long[] bytes, int reorderedChunks) {}

    /// Takes over the arrays.
    ///
    /// @param packed `null` if every chunk is in `placed`
    private TransferPlan(
            final PackedPieces packed,
            final boolean ordering,
            final ChunkPieces[] placed,
            final long[] regionBytes,
            final long[] chunkPayloadBytes) {
        this.packed = packed;
        this.ordering = ordering;
        this.placed = placed;
        this.regionBytes = regionBytes;
        this.chunkPayloadBytes = chunkPayloadBytes;
        long payload = 0;
        long largest = 0;
        for (int chunk = 0; chunk < regionBytes.length; chunk++) {
            payload += chunkPayloadBytes[chunk];
            largest = Math.max(largest, regionBytes[chunk]);
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
    /// are then ordered by destination if that gives fewer runs and no larger region. Empty pairs
    /// are skipped.
    ///
    /// @throws IllegalArgumentException if [Eligibility#ofPlan] refuses, with its message
    public static TransferPlan of(final DescriptorPairs pairs, final PlanLimits limits) {
        return of(pairs, limits, true);
    }

    /// As above.
    ///
    /// @param ordering whether a chunk may be in destination order
    static TransferPlan of(
            final DescriptorPairs pairs, final PlanLimits limits, final boolean ordering) {
        Preconditions.require(Preconditions.ofPairs(pairs, limits));
        final PackedPieces packed = PackedPieces.of(pairs, limits);
        final long[] regionBytes = new long[packed.chunks()];
        for (int chunk = 0; chunk < regionBytes.length; chunk++) {
            regionBytes[chunk] = SealKey.OVERHEAD_BYTES + packed.packedBytes(chunk);
        }
        return new TransferPlan(
                packed, ordering, new ChunkPieces[packed.chunks()], regionBytes, packed.payload());
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
        final ChunkPieces[] placed = new ChunkPieces[parts.endPiece.length];
        int first = 0;
        for (int chunk = 0; chunk < placed.length; chunk++) {
            final int end = parts.endPiece[chunk];
            placed[chunk] =
                    new ChunkPieces(
                            parts.pieceSource,
                            parts.pieceOffset,
                            parts.pieceBytes,
                            first,
                            first,
                            end - first,
                            parts.runs.get(chunk),
                            chunk < parts.reorderedChunks);
            first = end;
        }
        return new TransferPlan(null, false, placed, parts.regionBytes, parts.chunkPayloadBytes);
    }

    /// What this plan is made of. Copies the arrays.
    public Parts parts() {
        final AllPieces pieces = all();
        final ScatterRuns[] runs = new ScatterRuns[chunkCount()];
        Arrays.setAll(runs, this::runs);
        return new Parts(
                pieces.endPiece.clone(),
                regionBytes.clone(),
                chunkPayloadBytes.clone(),
                List.of(runs),
                pieces.source.clone(),
                pieces.offset.clone(),
                pieces.bytes.clone(),
                pieces.reorderedChunks);
    }

    private AllPieces all() {
        AllPieces known = all;
        if (known == null) {
            known = gatherAll();
            all = known;
        }
        return known;
    }

    private AllPieces gatherAll() {
        final int[] endPiece = new int[chunkCount()];
        int count = 0;
        int reordered = 0;
        for (int chunk = 0; chunk < endPiece.length; chunk++) {
            count += pieces(chunk).count();
            endPiece[chunk] = count;
            reordered += pieces(chunk).isReordered() ? 1 : 0;
        }
        final AllPieces pieces =
                new AllPieces(
                        endPiece, new long[count], new long[count], new long[count], reordered);
        for (int chunk = 0; chunk < endPiece.length; chunk++) {
            final int at = chunk == 0 ? 0 : endPiece[chunk - 1];
            pieces(chunk).copyTo(pieces.source, pieces.offset, pieces.bytes, at);
        }
        return pieces;
    }

    /// The pieces of one chunk. They are worked out by the first who asks, which takes a few
    /// nanoseconds a piece, tens if they are put in order.
    public ChunkPieces pieces(final int chunk) {
        ChunkPieces known = placed[chunk];
        if (known == null) {
            known = Planner.place(packed, chunk, ordering);
            placed[chunk] = known;
        }
        return known;
    }

    /// Works out every chunk, so that who asks later need not.
    public void prepare() {
        for (int chunk = 0; chunk < placed.length; chunk++) {
            pieces(chunk);
        }
    }

    /// At least as many pieces as there are, and known at once.
    public int mostPieces() {
        return packed == null ? pieceCount() : packed.pieces();
    }

    /// Number of chunks, 0 if every pair is empty.
    public int chunkCount() {
        return regionBytes.length;
    }

    /// Number of pieces of all chunks.
    public int pieceCount() {
        return chunkCount() == 0 ? 0 : endPiece(chunkCount() - 1);
    }

    /// Bytes of a chunk's region: payload with its padding, and [SealKey#OVERHEAD_BYTES].
    public long regionBytes(final int chunk) {
        return regionBytes[chunk];
    }

    /// Payload bytes of one chunk, without padding and seal.
    public long payloadBytes(final int chunk) {
        return chunkPayloadBytes[chunk];
    }

    /// Payload bytes of all chunks, without padding and seal.
    public long payloadBytes() {
        return payloadBytes;
    }

    /// How the receiver scatters a chunk.
    public ScatterRuns runs(final int chunk) {
        return pieces(chunk).runs();
    }

    /// Pieces of a chunk are numbered from here ...
    public int firstPiece(final int chunk) {
        return chunk == 0 ? 0 : endPiece(chunk - 1);
    }

    /// ... to here, exclusive.
    public int endPiece(final int chunk) {
        return all().endPiece[chunk];
    }

    /// Source address of a piece.
    public long pieceSource(final int piece) {
        return all().source[piece];
    }

    /// Region offset of a piece, seal head included.
    public long pieceRegionOffset(final int piece) {
        return SealKey.PAYLOAD_OFFSET + all().offset[piece];
    }

    /// Bytes of a piece.
    public long pieceBytes(final int piece) {
        return all().bytes[piece];
    }

    /// Largest region of any chunk.
    public long maxRegionBytes() {
        return maxRegionBytes;
    }

    /// Number of chunks whose pieces stand in destination order instead of caller order.
    public int reorderedChunks() {
        return all().reorderedChunks;
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
            known =
                    packed == null
                            ? AddressSet.of(all().source, all().bytes, pieceCount())
                            : AddressSet.of(packed.source(), packed.bytes(), packed.pieces());
            sources = known;
        }
        return known;
    }

    private AddressSet destinations() {
        AddressSet known = destinations;
        if (known == null) {
            known =
                    packed == null
                            ? RunDestinations.all(parts().runs())
                            : AddressSet.of(packed.destination(), packed.bytes(), packed.pieces());
            destinations = known;
        }
        return known;
    }
}

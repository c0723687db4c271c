package dev.bounce.model.plan;

/// What the seal of a chunk is made of (design section 6): 16 bytes at head and tail of the region,
/// written by the gather, checked before the scatter. A detector, not a proof.
///
/// The region of a chunk is: 16 bytes seal, 16 bytes zero, payload from offset [#PAYLOAD_OFFSET],
/// and 16 bytes seal at the end, directly after the last payload byte of caller order.
///
/// It names the link and the life of its sender as well, because one arena serves both roles and
/// all peers, and every link starts with epoch 1, rid 1 and chunk 0: bytes left over from another
/// link must not pass for those that were expected.
///
/// @param linkId of the link
/// @param senderInstance life of its sender
/// @param epoch of the link
/// @param rid of the request
/// @param chunk 0-based index
public record SealKey(long linkId, long senderInstance, long epoch, long rid, int chunk) {
    /// Bytes of one seal.
    public static final int SEAL_BYTES = 16;

    /// Region offset of the first payload byte.
    public static final int PAYLOAD_OFFSET = 32;

    /// What a region needs beyond the payload.
    public static final int OVERHEAD_BYTES = PAYLOAD_OFFSET + SEAL_BYTES;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /// The first 8 bytes of the seal, little-endian.
    public long low() {
        long hash = mix(linkId + GOLDEN);
        hash = mix(hash ^ senderInstance);
        hash = mix(hash ^ epoch);
        hash = mix(hash ^ rid);
        return mix(hash ^ chunk);
    }

    /// The last 8 bytes of the seal, little-endian.
    public long high() {
        return mix(low() ^ GOLDEN);
    }

    /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
    private static long mix(final long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}

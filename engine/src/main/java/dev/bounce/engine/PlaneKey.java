package dev.bounce.engine;

/// Names one data-plane object: each side of an epoch has one, used for nothing else (assumption
/// A6).
///
/// @param linkId the link
/// @param epoch the epoch
/// @param instance life of the sender of the link; two lives may use the same epoch number
/// @param side which end of the link this object is
public record PlaneKey(long linkId, long epoch, long instance, Side side) {
    /// The two ends of a link.
    public enum Side {
        /// Posts writes.
        SENDER,
        /// Owns the memory that is written.
        RECEIVER
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PlaneKey key
                && epoch == key.epoch
                && linkId == key.linkId
                && instance == key.instance
                && side == key.side;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (linkId ^ instance) + epoch);
    }
}

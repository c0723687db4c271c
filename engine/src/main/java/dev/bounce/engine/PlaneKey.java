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
}

package dev.bounce.model.plan;

/// The memory a scatter may write.
@FunctionalInterface
public interface DestinationRanges {
    /// How many bytes from `address` on may be written without a gap, unsigned; 0 if that one may
    /// not. No stretch passes 2^64.
    long bytesFrom(long address);
}

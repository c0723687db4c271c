package dev.bounce.engine;

import dev.bounce.model.config.ArenaConfig;
import java.util.function.Consumer;

/// Every byte of the arena is in exactly one state (rule 16): free, in the reserve, or in one
/// [Region].
final class Arena {
    Arena(final ArenaConfig config) {}

    /// A block of the general part for `bytes`, or `null` if none fits now.
    Region allocate(final long bytes, final RegionState state) {
        throw new UnsupportedOperationException();
    }

    /// A whole free block of the reserve, lowest first, or `null` if none is free.
    Region allocateReserve(final long bytes, final RegionState state) {
        throw new UnsupportedOperationException();
    }

    /// Gives a block back.
    void free(final Region region) {
        throw new UnsupportedOperationException();
    }

    /// Whether the block lies in the reserve.
    boolean isReserve(final Region region) {
        throw new UnsupportedOperationException();
    }

    /// The region that starts at `offset`, or `null`.
    Region at(final long offset) {
        throw new UnsupportedOperationException();
    }

    /// Whether `allocate(bytes, ...)` would succeed now.
    boolean fits(final long bytes) {
        throw new UnsupportedOperationException();
    }

    /// Whether `allocate(bytes, ...)` would succeed if every region but the quarantined were free.
    boolean fitsBesideQuarantine(final long bytes) {
        throw new UnsupportedOperationException();
    }

    /// Whether a block for `bytes` and beside it one for `besideBytes` fit now.
    boolean fitsBoth(final long bytes, final long besideBytes) {
        throw new UnsupportedOperationException();
    }

    /// Bytes of the general part that are free.
    long freeBytes() {
        throw new UnsupportedOperationException();
    }

    /// Block bytes in state STAGING_EAGER.
    long eagerBytes() {
        throw new UnsupportedOperationException();
    }

    /// The size of the block that `bytes` would take.
    long blockBytes(final long bytes) {
        throw new UnsupportedOperationException();
    }

    /// Changes the state of a live region.
    void transition(final Region region, final RegionState state) {
        throw new UnsupportedOperationException();
    }

    /// All regions by rising offset.
    void forEach(final Consumer<Region> consumer) {
        throw new UnsupportedOperationException();
    }

    /// Whether no region is in use.
    boolean isEmpty() {
        throw new UnsupportedOperationException();
    }
}

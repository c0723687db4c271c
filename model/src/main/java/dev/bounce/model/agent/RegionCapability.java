package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import java.util.List;
import java.util.Locale;

/// How a peer reaches one registered region without this agent's help.
///
/// @param memoryKind where the region lives
/// @param device ordinal of its device at its owner, 0 for host memory
/// @param puttable whether peers can put into it on a plane whose direct transfers are puts; true
///     where the plane does without. Chunks reach the region either way, through the arena
/// @param remoteKeys opaque key of each registered chunk in order, each at most 4 KiB; none where
///     the plane needs no keys
public record RegionCapability(
        MemoryKind memoryKind, int device, boolean puttable, List<Blob> remoteKeys) {
    /// Longest remote key in bytes.
    public static final int MAX_KEY_BYTES = 4096;

    /// Copies the list.
    ///
    /// @throws IllegalArgumentException if a key is too long
    public RegionCapability {
        remoteKeys = List.copyOf(remoteKeys);
        for (int index = 0; index < remoteKeys.size(); index++) {
            final int length = remoteKeys.get(index).length();
            if (length > MAX_KEY_BYTES) {
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "remote key %d has %d bytes, at most %d fit",
                                index,
                                length,
                                MAX_KEY_BYTES));
            }
        }
    }

    /// Whether there is a key for every chunk of `region`, or none at all.
    boolean fits(final RegisteredRegion region) {
        return remoteKeys.isEmpty() || remoteKeys.size() == region.chunkCount();
    }
}

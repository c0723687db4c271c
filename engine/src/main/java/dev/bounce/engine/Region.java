package dev.bounce.engine;

/// One block of the arena that is not free, with its owner. State of [Arena]; nobody else frees it.
final class Region {
    /// First byte, relative to the arena.
    final long offset;

    /// Bytes of the block, the request rounded up.
    final long blockBytes;

    /// Bytes asked for.
    final long bytes;

    RegionState state;

    /// Data-plane object of the epoch it belongs to: receiver's side for incoming regions, sender's
    /// for staging.
    PlaneKey plane;

    /// Request or flow, 0 before it is known.
    long rid;

    /// 0-based chunk index.
    int chunk;

    /// Of the credit, 0 for staging.
    long grantId;

    Region(final long offset, final long blockBytes, final long bytes, final RegionState state) {
        this.offset = offset;
        this.blockBytes = blockBytes;
        this.bytes = bytes;
        this.state = state;
    }
}

package dev.bounce.model.vmm;

import dev.bounce.model.MemoryKind;

/// Where the memory of one side of a transfer lives, and how it is registered.
///
/// @param kind of every descriptor of this side
/// @param regions registered device memory of this side; not looked at for host memory
public record TransferSide(MemoryKind kind, RegionMap regions) {
    /// Device memory registered like this.
    public static TransferSide device(final RegionMap regions) {
        return new TransferSide(MemoryKind.CUDA, regions);
    }

    /// Host memory, which is never cut for its own sake.
    public static TransferSide host() {
        return new TransferSide(MemoryKind.HOST, RegionMap.EMPTY);
    }

    /// The regions whose edges limit a piece.
    RegionMap limits() {
        return kind == MemoryKind.CUDA ? regions : RegionMap.EMPTY;
    }
}

package dev.bounce.hw.memory;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.DeviceUuid;

/// The memory of one agent: one arena of a fixed size, made with this object, and the ranges that
/// the application registers.
public interface DeviceMemory extends AutoCloseable {

    /// Where arena and ranges live.
    MemoryKind kind();

    /// Their device, [DeviceUuid#NONE] for host memory.
    DeviceUuid device();

    /// First byte of the arena, aligned to at least 4 KiB.
    long arenaAddress();

    /// Bytes of the arena.
    long arenaBytes();

    /// Gives the arena back. Only when nothing copies from it or to it any more.
    @Override
    void close();
}

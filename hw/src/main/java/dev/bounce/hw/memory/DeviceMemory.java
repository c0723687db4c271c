package dev.bounce.hw.memory;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.DeviceUuid;

/// The memory of one agent: one arena of a fixed size, made with this object, and the ranges that
/// the application registers.
public interface DeviceMemory extends AutoCloseable {
    /// The page before the arena belongs to it as well and holds nothing: peers that put try their
    /// link on it before it opens.
    int FRONT_BYTES = 4_096;

    /// Where arena and ranges live.
    MemoryKind kind();

    /// Their device, [DeviceUuid#NONE] for host memory.
    DeviceUuid device();

    /// First byte of the arena, aligned to at least 4 KiB.
    long arenaAddress();

    /// Bytes of the arena.
    long arenaBytes();

    /// The ranges that are registered now.
    RangeTable ranges();

    /// Lets this thread call the driver of the device. Once in each thread, before anything else
    /// that touches the memory.
    default void useOnThisThread() {
        // Host memory needs nothing.
    }

    /// Waits until no copy that this process has posted reads or writes the device's memory any
    /// more.
    ///
    /// @throws IllegalStateException if the device has failed
    default void awaitCopies() {
        // Host memory: what was posted has ended with its worker.
    }

    /// Gives the arena back. Only when nothing copies from it or to it any more.
    @Override
    void close();
}

package dev.bounce.hw.memory;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/// The memory of one agent: one arena of a fixed size, made with this object, and the ranges that
/// the application registers. An address leads to bytes only through a registered range, so that no
/// address from elsewhere is ever trusted. Any thread.
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

    /// Tells which physical allocation backs an address. Of host memory nobody asks: each range is
    /// one allocation.
    default RegionProbe probe() {
        return _ -> null;
    }

    /// Whether another process can put into registered memory, if the plane is one whose puts map
    /// it there. Chunks do not need that: they are put into the arena. Found out once, when the
    /// range is registered.
    ///
    /// @param address in a registered range
    default boolean isPuttable(final long address) {
        final MemoryRange range = ranges().find(address, 1);
        return range != null && range.puttable();
    }

    /// Lets this thread call the driver of the device. Once in each thread, before anything else
    /// that touches the memory.
    default void useOnThisThread() {
        // Host memory needs nothing.
    }

    /// Waits until no copy that this process has posted reads or writes the device's memory any
    /// more. That covers what the application has posted there, so it can take as long as the
    /// application likes: never where something waits that an application could wait for.
    ///
    /// @throws RuntimeException if the device has failed
    default void awaitCopies() {
        // Host memory: what was posted has ended with its worker.
    }

    /// Adds a range. The application keeps it alive until it is removed.
    ///
    /// @param segment its bytes; of a device it only says where they are, see
    ///     [dev.bounce.hw.cuda.CudaContext#segment]
    /// @throws IllegalArgumentException if it cannot be used, or shares a byte with another range
    ///     or the arena
    MemoryRange register(MemorySegment segment);

    /// Lets no further put of another agent into a range. It can still be translated.
    ///
    /// @return completes when no such put runs any more
    /// @throws IllegalArgumentException if no range starts there or it is retired already
    CompletableFuture<Void> retire(long base);

    /// Forgets a range: its addresses lead nowhere from now on. Unknown bases are ignored.
    void remove(long base);

    /// Gives the arena back. Only when nothing copies from it or to it any more.
    ///
    /// @throws IllegalStateException if something still does; the arena is then kept
    @Override
    void close();
}

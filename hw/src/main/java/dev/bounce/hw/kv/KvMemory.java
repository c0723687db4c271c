package dev.bounce.hw.kv;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.MemorySegment;

/// Where pools of slots come from: pages of the host, plain memory of a GPU, or virtual memory that
/// is backed chunk by chunk. Any thread.
///
/// Its calls throw a [KvPoolException] if there is no room, or the driver refuses or fails.
public interface KvMemory extends AutoCloseable {
    /// Pages of this process.
    static KvMemory ofHost() {
        return new HostKvMemory();
    }

    /// Plain memory of a GPU.
    ///
    /// @param context closed with it
    static KvMemory ofDevice(final CudaContext context) {
        return new CudaKvMemory(context);
    }

    /// Virtual memory, backed by equal chunks.
    ///
    /// @param driver closed with it
    /// @param kind of memory that the driver gives
    /// @param chunkBytes a multiple of the driver's granularity
    static KvMemory ofVirtual(
            final VmmDriver driver, final MemoryKind kind, final long chunkBytes) {
        return new VmmKvMemory(driver, kind, chunkBytes);
    }

    /// What an agent must be started with to register it.
    MemoryKind kind();

    /// What an agent must be started with to find the chunks, `null` if it finds them by itself.
    RegionProbe probe();

    /// What may be registered starts at a multiple of so many bytes from the start of its range.
    long chunkBytes();

    /// Takes a range of undefined content.
    ///
    /// @param bytes at least 1
    /// @return its first address, aligned to 256 bytes at least; give it back with [#free]
    long allocate(long bytes);

    /// Gives a range back. Nothing may touch it any more.
    ///
    /// @param address as [#allocate] gave it
    void free(long address);

    /// Names a part of a range as agents register it. Of a GPU it stands for address and length
    /// only.
    MemorySegment segment(long address, long bytes);

    /// Sets bytes and waits for the end.
    void fill(long address, byte value, long bytes);

    /// Copies native memory of the host to a part of a range and waits for the end.
    void write(MemorySegment source, long address);

    /// Copies a part of a range to native memory of the host and waits for the end.
    void read(long address, MemorySegment target);

    /// Lets go of the device. After every range was given back.
    @Override
    void close();
}

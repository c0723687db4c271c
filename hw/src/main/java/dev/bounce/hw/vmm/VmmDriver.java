package dev.bounce.hw.vmm;

import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The calls of a driver that gives addresses and physical memory apart. As a [RegionProbe] it
/// answers with one mapped piece of physical memory, never with a reserved range. Any thread.
///
/// Addresses and lengths are multiples of [#granularity] throughout, except where bytes are read
/// and written. Each call either does all of what it says or throws a [VmmException] and changes
/// nothing.
public interface VmmDriver extends RegionProbe, AutoCloseable {
    /// Ordinal of the device that holds what [#create] gives.
    int device();

    /// Smallest unit of what is reserved, created and mapped, in bytes; a power of two.
    long granularity();

    /// Reserves addresses; nothing is behind them yet. They are aligned to the granularity and to
    /// nothing more.
    ///
    /// @param bytes at least one unit
    /// @return the first one; give them back with [#free]
    long reserve(long bytes);

    /// Gives a reserved range back as a whole.
    ///
    /// @param address as [#reserve] gave it, nothing of it mapped
    /// @param bytes as it was reserved
    void free(long address, long bytes);

    /// Creates physical memory of undefined content.
    ///
    /// @param bytes at least one unit
    /// @return what names it; give it back with [#release]
    long create(long bytes);

    /// Lets go of physical memory. While it is mapped it stays.
    void release(long handle);

    /// Puts all of a piece of physical memory behind addresses. Nobody may touch them before
    /// [#allow].
    ///
    /// @param address inside a reserved range, nothing of `[address, address + bytes)` mapped
    /// @param bytes as it was created
    void map(long address, long bytes, long handle);

    /// Takes the memory from behind addresses. The device must not use them any more.
    ///
    /// @param bytes as they were mapped, one piece or several
    void unmap(long address, long bytes);

    /// Lets devices read and write mapped addresses.
    ///
    /// @param devices ordinals, at least the own one
    void allow(long address, long bytes, List<Integer> devices);

    /// Sets bytes and waits for the end.
    void fill(long address, byte value, long bytes);

    /// Copies native memory of the host to mapped addresses and waits for the end.
    void write(MemorySegment source, long address);

    /// Copies mapped addresses to native memory of the host and waits for the end.
    void read(long address, MemorySegment target);

    /// Names mapped addresses as a segment, as agents register it. Of a GPU it stands for address
    /// and length only.
    MemorySegment segment(long address, long bytes);

    /// Lets go of the device. What was not given back stays, see [VmmPool#leaks].
    @Override
    void close();
}

package dev.bounce.hw.vmm;

import dev.bounce.hw.vmm.VmmException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// [VmmDriver] over memory of this process, for machines without a GPU: real bytes at real
/// addresses, with the rules of the real driver kept by bookkeeping. Bytes are reached only where
/// memory is mapped and the device allowed; a piece that is mapped anew holds other bytes than
/// before, so that nobody relies on old ones.
public final class HostVmm implements VmmDriver {
    private static final byte GARBAGE = (byte) 0xA7;

    private final long granularity;
    private final long capacityBytes;
    private final TreeMap<Long, Range> ranges = new TreeMap<>();
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private final Map<Long, Physical> physical = new HashMap<>();
    private long createdBytes;
    private long lastHandle;

    private record Range(Arena owner, MemorySegment segment) {}

    private static final class Physical {
        private final long bytes;
        private boolean released;
        private boolean mapped;

        Physical(final long bytes) {
            this.bytes = bytes;
        }
    }

    private static final class Piece {
        private final long bytes;
        private final long handle;
        private boolean allowed;

        Piece(final long bytes, final long handle) {
            this.bytes = bytes;
            this.handle = handle;
        }
    }

    /// @param granularity a power of two
    /// @param capacityBytes physical memory that there is, at least 1
    public HostVmm(final long granularity, final long capacityBytes) {
        if (Long.bitCount(granularity) != 1 || capacityBytes < 1) {
            throw new IllegalArgumentException(
                    "granularity %d, capacity %d".formatted(granularity, capacityBytes));
        }
        this.granularity = granularity;
        this.capacityBytes = capacityBytes;
    }

    @Override
    public int device() {
        return 0;
    }

    @Override
    public long granularity() {
        return granularity;
    }

    private void require(final boolean holds, final String format, final Object... values) {
        if (!holds) {
            throw new VmmException(Reason.INVALID, format.formatted(values));
        }
    }

    private void requireUnits(final String call, final long bytes) {
        require(
                bytes > 0 && bytes % granularity == 0,
                "%s: %d bytes are not whole units of %d",
                call,
                bytes,
                granularity);
    }

    @Override
    public synchronized long reserve(final long bytes) {
        requireUnits("reserve", bytes);
        final Arena owner = Arena.ofShared();
        try {
            final MemorySegment segment = owner.allocate(bytes, granularity);
            ranges.put(segment.address(), new Range(owner, segment));
            return segment.address();
        } catch (final OutOfMemoryError full) {
            owner.close();
            throw new VmmException(
                    Reason.NO_ROOM, "reserve: %d bytes: %s".formatted(bytes, full.getMessage()));
        }
    }

    @Override
    public synchronized void free(final long address, final long bytes) {
        final Range range = ranges.get(address);
        require(
                range != null && range.segment.byteSize() == bytes,
                "free: no range of %d bytes is reserved at %#x",
                bytes,
                address);
        require(
                pieces.subMap(address, address + bytes).isEmpty(),
                "free: the range at %#x is still mapped",
                address);
        ranges.remove(address);
        range.owner.close();
    }

    @Override
    public synchronized long create(final long bytes) {
        requireUnits("create", bytes);
        if (bytes > capacityBytes - createdBytes) {
            throw new VmmException(
                    Reason.NO_ROOM,
                    "create: %d bytes, %d of %d are left"
                            .formatted(bytes, capacityBytes - createdBytes, capacityBytes));
        }
        createdBytes += bytes;
        physical.put(++lastHandle, new Physical(bytes));
        return lastHandle;
    }

    @Override
    public synchronized void release(final long handle) {
        final Physical memory = physical.get(handle);
        require(memory != null && !memory.released, "release: no memory of handle %d", handle);
        memory.released = true;
        dropIfUnused(handle);
    }

    private void dropIfUnused(final long handle) {
        final Physical memory = physical.get(handle);
        if (memory.released && !memory.mapped) {
            physical.remove(handle);
            createdBytes -= memory.bytes;
        }
    }

    @Override
    public synchronized void map(final long address, final long bytes, final long handle) {
        requireUnits("map", bytes);
        final Physical memory = physical.get(handle);
        require(
                memory != null && !memory.released && memory.bytes == bytes,
                "map: no memory of %d bytes of handle %d",
                bytes,
                handle);
        require(!memory.mapped, "map: handle %d is mapped already", handle);
        final Map.Entry<Long, Range> range = ranges.floorEntry(address);
        require(
                range != null
                        && address % granularity == 0
                        && address - range.getKey() <= range.getValue().segment.byteSize() - bytes,
                "map: [%#x, +%d) is not reserved",
                address,
                bytes);
        final Map.Entry<Long, Piece> below = pieces.lowerEntry(address + bytes);
        require(
                below == null || below.getKey() + below.getValue().bytes <= address,
                "map: [%#x, +%d) is mapped already",
                address,
                bytes);
        range.getValue().segment.asSlice(address - range.getKey(), bytes).fill(GARBAGE);
        memory.mapped = true;
        pieces.put(address, new Piece(bytes, handle));
    }

    @Override
    public synchronized void unmap(final long address, final long bytes) {
        requirePieces("unmap", address, bytes);
        final Map<Long, Piece> inside = pieces.subMap(address, address + bytes);
        final List<Piece> gone = List.copyOf(inside.values());
        inside.clear();
        for (final Piece piece : gone) {
            physical.get(piece.handle).mapped = false;
            dropIfUnused(piece.handle);
        }
    }

    private void requirePieces(final String call, final long address, final long bytes) {
        long at = address;
        for (Piece piece = pieces.get(at); piece != null && at < address + bytes; ) {
            at += piece.bytes;
            piece = pieces.get(at);
        }
        require(
                bytes > 0 && at == address + bytes,
                "%s: [%#x, +%d) is not what was mapped",
                call,
                address,
                bytes);
    }

    @Override
    public synchronized void allow(
            final long address, final long bytes, final List<Integer> devices) {
        requirePieces("allow", address, bytes);
        require(devices.contains(0), "allow: there is device 0 only, not %s", devices);
        pieces.subMap(address, address + bytes).values().forEach(piece -> piece.allowed = true);
    }

    /// The bytes behind addresses that are mapped and allowed.
    private MemorySegment bytes(final String call, final long address, final long bytes) {
        long at = address;
        while (at < address + bytes) {
            final Map.Entry<Long, Piece> piece = pieces.floorEntry(at);
            require(
                    piece != null
                            && at - piece.getKey() < piece.getValue().bytes
                            && piece.getValue().allowed,
                    "%s: %#x is not to be touched",
                    call,
                    at);
            at = piece.getKey() + piece.getValue().bytes;
        }
        final Map.Entry<Long, Range> range = ranges.floorEntry(address);
        return range.getValue().segment.asSlice(address - range.getKey(), bytes);
    }

    @Override
    public synchronized void fill(final long address, final byte value, final long bytes) {
        bytes("fill", address, bytes).fill(value);
    }

    @Override
    public synchronized void write(final MemorySegment source, final long address) {
        bytes("write", address, source.byteSize()).copyFrom(source);
    }

    @Override
    public synchronized void read(final long address, final MemorySegment target) {
        target.copyFrom(bytes("read", address, target.byteSize()));
    }

    @Override
    public synchronized Allocation allocationAt(final long address) {
        final Map.Entry<Long, Piece> piece = pieces.floorEntry(address);
        return piece != null && address - piece.getKey() < piece.getValue().bytes
                ? new Allocation(piece.getKey(), piece.getValue().bytes, 0)
                : null;
    }

    /// Physical memory that is not given back, in bytes.
    public synchronized long createdBytes() {
        return createdBytes;
    }

    /// Its bytes stay reachable until the range is given back.
    ///
    /// @throws VmmException if a byte of it is not to be touched
    @Override
    public synchronized MemorySegment segment(final long address, final long bytes) {
        return bytes("segment", address, bytes);
    }

    @Override
    public synchronized void close() {
        if (pieces.isEmpty()) {
            ranges.values().forEach(range -> range.owner.close());
            ranges.clear();
        }
    }
}

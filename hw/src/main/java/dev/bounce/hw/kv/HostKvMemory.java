package dev.bounce.hw.kv;

import dev.bounce.hw.kv.KvPoolException.Reason;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// [KvMemory] in pages of this process.
final class HostKvMemory implements KvMemory {
    private static final long ALIGNMENT = 4_096;

    private final ConcurrentSkipListMap<Long, Range> ranges = new ConcurrentSkipListMap<>();

    private record Range(Arena owner, MemorySegment bytes) {}

    @Override
    public MemoryKind kind() {
        return MemoryKind.HOST;
    }

    @Override
    public RegionProbe probe() {
        return null;
    }

    @Override
    public long chunkBytes() {
        return 1;
    }

    @Override
    public long allocate(final long bytes) {
        final Arena owner = Arena.ofShared();
        try {
            final MemorySegment range = owner.allocate(bytes, ALIGNMENT);
            ranges.put(range.address(), new Range(owner, range));
            return range.address();
        } catch (final OutOfMemoryError full) {
            owner.close();
            throw new KvPoolException(
                    Reason.NO_ROOM,
                    "no room for %d bytes on the host: %s; give the JVM more with"
                                    .formatted(bytes, full.getMessage())
                            + " -XX:MaxDirectMemorySize");
        }
    }

    @Override
    public void free(final long address) {
        final Range range = ranges.remove(address);
        if (range == null) {
            throw new KvPoolException(
                    Reason.NO_SUCH_SLOT, "no range starts at %#x".formatted(address));
        }
        range.owner.close();
    }

    @Override
    public MemorySegment segment(final long address, final long bytes) {
        final Map.Entry<Long, Range> range = ranges.floorEntry(address);
        if (range == null || address - range.getKey() > range.getValue().bytes.byteSize() - bytes) {
            throw new KvPoolException(
                    Reason.NO_SUCH_SLOT, "[%#x, +%d) is in no range".formatted(address, bytes));
        }
        return range.getValue().bytes.asSlice(address - range.getKey(), bytes);
    }

    @Override
    public void fill(final long address, final byte value, final long bytes) {
        segment(address, bytes).fill(value);
    }

    @Override
    public void write(final MemorySegment source, final long address) {
        segment(address, source.byteSize()).copyFrom(source);
    }

    @Override
    public void read(final long address, final MemorySegment target) {
        target.copyFrom(segment(address, target.byteSize()));
    }

    @Override
    public void close() {
        ranges.values().forEach(range -> range.owner.close());
        ranges.clear();
    }
}

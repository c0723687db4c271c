package dev.bounce.hw.kv;

import dev.bounce.hw.kv.KvPoolException.Reason;
import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.hw.vmm.VmmException;
import dev.bounce.hw.vmm.VmmPool;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// [KvMemory] of virtual ranges: each is a [VmmPool] that is backed as a whole.
final class VmmKvMemory implements KvMemory {
    private final VmmDriver driver;
    private final MemoryKind kind;
    private final long chunkBytes;
    private final ConcurrentHashMap<Long, VmmPool> ranges = new ConcurrentHashMap<>();

    VmmKvMemory(final VmmDriver driver, final MemoryKind kind, final long chunkBytes) {
        this.driver = driver;
        this.kind = kind;
        this.chunkBytes = chunkBytes;
        if (chunkBytes < 1 || chunkBytes % driver.granularity() != 0) {
            throw new IllegalArgumentException(
                    "chunks of %d bytes: not a multiple of the granularity %d"
                            .formatted(chunkBytes, driver.granularity()));
        }
    }

    @Override
    public MemoryKind kind() {
        return kind;
    }

    @Override
    public RegionProbe probe() {
        return driver;
    }

    @Override
    public long chunkBytes() {
        return chunkBytes;
    }

    @Override
    public long allocate(final long bytes) {
        final long chunks = Math.ceilDiv(bytes, chunkBytes);
        if (chunks > Integer.MAX_VALUE) {
            throw new KvPoolException(
                    Reason.NO_ROOM, "%d bytes are too many chunks".formatted(bytes));
        }
        return call(
                () -> {
                    final VmmPool range =
                            new VmmPool(
                                    driver,
                                    chunks * chunkBytes,
                                    chunkBytes,
                                    List.of(driver.device()));
                    try {
                        range.resize((int) chunks);
                    } catch (final VmmException full) {
                        range.close();
                        throw full;
                    }
                    ranges.put(range.base(), range);
                    return range.base();
                });
    }

    /// As [KvMemory#free]. What the driver does not take back is a leak, with a line in the log.
    @Override
    public void free(final long address) {
        final VmmPool range = ranges.remove(address);
        if (range == null) {
            throw new KvPoolException(
                    Reason.NO_SUCH_SLOT, "no range starts at %#x".formatted(address));
        }
        range.close();
    }

    @Override
    public MemorySegment segment(final long address, final long bytes) {
        return call(() -> driver.segment(address, bytes));
    }

    @Override
    public void fill(final long address, final byte value, final long bytes) {
        call(
                () -> {
                    driver.fill(address, value, bytes);
                    return address;
                });
    }

    @Override
    public void write(final MemorySegment source, final long address) {
        call(
                () -> {
                    driver.write(source, address);
                    return address;
                });
    }

    @Override
    public void read(final long address, final MemorySegment target) {
        call(
                () -> {
                    driver.read(address, target);
                    return address;
                });
    }

    private static <T> T call(final Supplier<T> call) {
        try {
            return call.get();
        } catch (final VmmException refused) {
            throw new KvPoolException(
                    refused.reason() == VmmException.Reason.NO_ROOM
                            ? Reason.NO_ROOM
                            : Reason.FAILED,
                    refused.getMessage());
        }
    }

    @Override
    public void close() {
        ranges.values().forEach(VmmPool::close);
        ranges.clear();
        driver.close();
    }
}

package dev.bounce.hw.vmm;

import dev.bounce.hw.vmm.VmmException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A reserved range of addresses that is backed from its base on by equal pieces of physical
/// memory, one create and one map for each. Grows and shrinks at its end; its base never moves. One
/// thread.
///
/// A slot of a cache may straddle two chunks. Registrations do not follow a resize: whoever has
/// registered a part that goes takes it back first.
public final class VmmPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VmmPool.class);

    private final VmmDriver driver;
    private final long base;
    private final long reservedBytes;
    private final long chunkBytes;
    private final List<Integer> devices;
    private final List<Long> handles = new ArrayList<>();
    private final List<String> leaks = new ArrayList<>();
    private boolean closed;

    /// Reserves and maps nothing yet.
    ///
    /// @param driver stays the caller's; closed after this pool
    /// @param reservedBytes most that it can grow to, a multiple of `chunkBytes`
    /// @param chunkBytes size of each piece, a multiple of the driver's granularity
    /// @param devices that may read and write it, the driver's own one among them
    /// @throws IllegalArgumentException naming the value out of range
    /// @throws VmmException if there are no such addresses
    public VmmPool(
            final VmmDriver driver,
            final long reservedBytes,
            final long chunkBytes,
            final List<Integer> devices) {
        if (chunkBytes < 1 || chunkBytes % driver.granularity() != 0) {
            throw new IllegalArgumentException(
                    "chunks of %d bytes: not a multiple of the granularity %d"
                            .formatted(chunkBytes, driver.granularity()));
        }
        if (reservedBytes < 1 || reservedBytes % chunkBytes != 0) {
            throw new IllegalArgumentException(
                    "%d bytes are not whole chunks of %d".formatted(reservedBytes, chunkBytes));
        }
        if (!devices.contains(driver.device())) {
            throw new IllegalArgumentException(
                    "devices %s leave out %d, which holds the memory"
                            .formatted(devices, driver.device()));
        }
        this.driver = driver;
        this.reservedBytes = reservedBytes;
        this.chunkBytes = chunkBytes;
        this.devices = List.copyOf(devices);
        base = driver.reserve(reservedBytes);
    }

    /// Address of the first byte; aligned to the driver's granularity only.
    public long base() {
        return base;
    }

    /// Size of each chunk.
    public long chunkBytes() {
        return chunkBytes;
    }

    /// Chunks that are mapped now.
    public int chunks() {
        return handles.size();
    }

    /// Bytes that are backed now, from the base on.
    public long mappedBytes() {
        return handles.size() * chunkBytes;
    }

    /// Most bytes that can be backed.
    public long reservedBytes() {
        return reservedBytes;
    }

    /// Maps chunks behind the last one, or unmaps from the end. If a chunk cannot be had, those
    /// before it that this call added go as well.
    ///
    /// @param chunks wanted in all
    /// @throws VmmException if that many are not reserved, or there is no memory for them
    public void resize(final int chunks) {
        if (closed || chunks < 0 || chunks > reservedBytes / chunkBytes) {
            throw new VmmException(
                    Reason.INVALID,
                    closed
                            ? "the pool at %#x is closed".formatted(base)
                            : "%d chunks wanted, %d are reserved"
                                    .formatted(chunks, reservedBytes / chunkBytes));
        }
        final int before = handles.size();
        try {
            while (handles.size() < chunks) {
                handles.add(addChunk(base + mappedBytes()));
            }
        } catch (final VmmException full) {
            while (handles.size() > before) {
                removeLast();
            }
            throw full;
        }
        while (handles.size() > chunks) {
            removeLast();
        }
    }

    private long addChunk(final long address) {
        final long handle = driver.create(chunkBytes);
        try {
            driver.map(address, chunkBytes, handle);
        } catch (final VmmException refused) {
            giveBack("chunk at %#x".formatted(address), () -> driver.release(handle));
            throw refused;
        }
        try {
            driver.allow(address, chunkBytes, devices);
        } catch (final VmmException refused) {
            dropChunk(address, handle);
            throw refused;
        }
        return handle;
    }

    private void removeLast() {
        final long handle = handles.removeLast();
        dropChunk(base + mappedBytes(), handle);
    }

    private void dropChunk(final long address, final long handle) {
        final String name = "chunk at %#x".formatted(address);
        giveBack(name + " (mapped)", () -> driver.unmap(address, chunkBytes));
        giveBack(name, () -> driver.release(handle));
    }

    private void giveBack(final String name, final Runnable call) {
        try {
            call.run();
        } catch (final VmmException refused) {
            leaks.add(name);
            LOG.warn("vmm leak={}: {}", name, refused.getMessage());
        }
    }

    /// What the driver did not take back, by name; empty if nothing.
    public List<String> leaks() {
        return List.copyOf(leaks);
    }

    /// Unmaps from the end, lets go of the physical memory, then of the addresses. What is refused
    /// is a leak, and one line in the log; addresses behind which something stays are not given
    /// back. A second call does nothing.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        resize(0);
        closed = true;
        if (leaks.isEmpty()) {
            giveBack(
                    "range of %d bytes at %#x".formatted(reservedBytes, base),
                    () -> driver.free(base, reservedBytes));
        } else {
            leaks.add("range of %d bytes at %#x".formatted(reservedBytes, base));
        }
    }
}

package dev.bounce.hw.memory;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.CudaRegionProbe;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// [DeviceMemory] of one GPU. The arena is plain memory of the device, which every data plane can
/// map; ranges are addresses of the same device.
public final class CudaMemory implements DeviceMemory {
    private static final long ALIGNMENT = 4_096;
    private static final long FREE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final CudaContext context;
    private final long allocation;
    private final long arenaAddress;
    private final long arenaBytes;
    private final RangeRegistry registry;
    private volatile boolean abandoned;

    /// Allocates the arena; the bytes are zero.
    ///
    /// @param context closed with this
    /// @param arenaBytes at least 1
    /// @throws CudaException if there is no room for an arena of that size; the
    ///     context is then still the caller's
    public CudaMemory(final CudaContext context, final long arenaBytes) {
        this.context = context;
        this.arenaBytes = arenaBytes;
        // CUDA promises 256 bytes; the excess lets the arena start as those of host memory do.
        final long bytes = arenaBytes + FRONT_BYTES + ALIGNMENT;
        allocation = context.allocate(bytes);
        arenaAddress = FRONT_BYTES + (allocation + ALIGNMENT - 1 & -ALIGNMENT);
        try {
            context.fill(allocation, (byte) 0, bytes);
        } catch (final CudaException unusable) {
            context.free(allocation);
            throw unusable;
        }
        registry = new RangeRegistry(arenaAddress, arenaBytes);
    }

    /// The device.
    public CudaContext context() {
        return context;
    }

    @Override
    public void useOnThisThread() {
        context.useOnThisThread();
    }

    @Override
    public void awaitCopies() {
        context.awaitPosted();
    }

    @Override
    public MemoryKind kind() {
        return MemoryKind.CUDA;
    }

    @Override
    public DeviceUuid device() {
        return context.uuid();
    }

    @Override
    public long arenaAddress() {
        return arenaAddress;
    }

    @Override
    public long arenaBytes() {
        return arenaBytes;
    }

    @Override
    public RangeTable ranges() {
        return registry.ranges();
    }

    @Override
    public RegionProbe probe() {
        return new CudaRegionProbe(context);
    }

    /// As [DeviceMemory#register]. Virtual memory is puttable only where it is shared over a
    /// fabric: see [CudaContext#isMappableElsewhere].
    ///
    /// @throws IllegalArgumentException if the range is empty, its ends are not memory of this
    ///     device, or it shares a byte with another range or the arena
    @Override
    public MemoryRange register(final MemorySegment segment) {
        final long base = segment.address();
        final long length = segment.byteSize();
        if (!segment.isNative() || length == 0) {
            throw new IllegalArgumentException(
                    "segment at %#x of %d bytes is %s"
                            .formatted(base, length, length == 0 ? "empty" : "on the heap"));
        }
        requireOnDevice(base);
        requireOnDevice(base + length - 1);
        return registry.add(segment, context.isMappableElsewhere(base));
    }

    private void requireOnDevice(final long address) {
        final int device = context.deviceOf(address);
        if (device != context.ordinal()) {
            throw new IllegalArgumentException(
                    device < 0
                            ? "%#x is not memory of a CUDA device".formatted(address)
                            : "%#x is of device %d, this agent uses device %d"
                                    .formatted(address, device, context.ordinal()));
        }
    }

    @Override
    public CompletableFuture<Void> retire(final long base) {
        return registry.retire(base);
    }

    @Override
    public void remove(final long base) {
        registry.remove(base);
    }

    /// Says that something that cannot be stopped still uses the arena, so that [#close] keeps it.
    public void abandon() {
        abandoned = true;
    }

    /// Waits for whatever runs on the device, streams of the application included, bounded: memory
    /// that the driver does not take back by then goes when it does, and the context is kept.
    @Override
    public void close() {
        if (abandoned) {
            throw new IllegalStateException("copies of the device still run in it");
        }
        if (!BoundedRelease.run("arena", () -> context.free(allocation), FREE_NANOS)) {
            throw new IllegalStateException(
                    "the device is busy, the arena is freed when it is not");
        }
        context.close();
    }
}

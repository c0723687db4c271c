package dev.bounce.hw.cuda;

import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.hw.vmm.VmmException;
import dev.bounce.hw.vmm.VmmException.Reason;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// [VmmDriver] of one GPU (CUDA driver API, "Virtual Memory Management").
///
/// What physical memory can be shared with depends on device, driver and permissions, and is fixed
/// as it is created. So the first piece is tried with the most, and then with less: see
/// [#shareable].
public final class CudaVmm implements VmmDriver {
    private static final Logger LOG = LoggerFactory.getLogger(CudaVmm.class);

    private final CudaContext context;
    private final CudaRegionProbe probe;
    private final Shareable shareable;
    private final boolean rdma;
    private final long granularity;
    private final Set<Long> handles = new HashSet<>();
    private final VmmCalls calls = new VmmCalls();

    /// How other processes can map physical memory, as the driver accepts it when memory is made;
    /// whether another process then can is not tried.
    public enum Shareable {
        /// Over an NVLink fabric, also from other hosts.
        FABRIC(8), // CU_MEM_HANDLE_TYPE_FABRIC, which JCuda 12.6 does not name
        /// From processes of this host, by a file descriptor.
        FILE_DESCRIPTOR(1),
        /// Not at all.
        NONE(0);

        private final int handleType;

        Shareable(final int handleType) {
            this.handleType = handleType;
        }
    }

    /// Tries what the device gives.
    ///
    /// @param context closed with this
    /// @throws VmmException if the device gives no such memory at all, in one line; the context is
    ///     then still the caller's
    public CudaVmm(final CudaContext context) {
        this(context, Shareable.FABRIC);
    }

    /// Tries what the device gives, and no more than wanted.
    ///
    /// @param most shared in no other way than this or those behind it
    public CudaVmm(final CudaContext context, final Shareable most) {
        this.context = context;
        probe = new CudaRegionProbe(context);
        final Granted granted = most(most);
        shareable = granted.shareable;
        rdma = granted.rdma;
        granularity = granted.granularity;
        LOG.debug("cuda vmm device={} {}", context.ordinal(), granted);
    }

    /// What the device gives.
    private record Granted(Shareable shareable, boolean rdma, long granularity) {}

    private Granted most(final Shareable most) {
        VmmException last = null;
        for (final Shareable candidate : Shareable.values()) {
            if (candidate.compareTo(most) < 0) {
                continue;
            }
            for (final boolean withRdma : new boolean[] {true, false}) {
                try {
                    return new Granted(candidate, withRdma, tried(candidate, withRdma));
                } catch (final VmmException refused) {
                    // Drivers also call properties that they lack an invalid value.
                    if (refused.reason() != Reason.UNSUPPORTED
                            && refused.reason() != Reason.INVALID) {
                        throw refused;
                    }
                    last = refused;
                }
            }
        }
        throw last;
    }

    /// Creates one unit and lets go of it.
    private long tried(final Shareable candidate, final boolean withRdma) {
        context.makeCurrent();
        final long[] unit = new long[1];
        check(
                "cuMemGetAllocationGranularity",
                calls.granularity(unit, context.ordinal(), candidate.handleType, withRdma));
        final long[] handle = new long[1];
        check(
                "cuMemCreate with %s handles%s".formatted(candidate, withRdma ? " and RDMA" : ""),
                calls.create(handle, unit[0], context.ordinal(), candidate.handleType, withRdma));
        check("cuMemRelease", calls.release(handle[0]));
        return unit[0];
    }

    private static void check(final String call, final int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new VmmException(
                    reason(result),
                    "%s failed: %d %s".formatted(call, result, CUresult.stringFor(result)));
        }
    }

    private static Reason reason(final int result) {
        return switch (result) {
            case CUresult.CUDA_ERROR_OUT_OF_MEMORY -> Reason.NO_ROOM;
            case CUresult.CUDA_ERROR_NOT_PERMITTED,
                    CUresult.CUDA_ERROR_NOT_SUPPORTED,
                    CUresult.CUDA_ERROR_INVALID_DEVICE ->
                    Reason.UNSUPPORTED;
            case CUresult.CUDA_ERROR_INVALID_VALUE -> Reason.INVALID;
            default -> Reason.FAILED;
        };
    }

    /// The device.
    public CudaContext context() {
        return context;
    }

    /// How other processes can map what is created here.
    public Shareable shareable() {
        return shareable;
    }

    /// Whether network cards may be given it.
    public boolean isRdmaCapable() {
        return rdma;
    }

    @Override
    public int device() {
        return context.ordinal();
    }

    @Override
    public long granularity() {
        return granularity;
    }

    @Override
    public long reserve(final long bytes) {
        context.makeCurrent();
        final Driver.DevicePointer address = new Driver.DevicePointer();
        check(
                "cuMemAddressReserve of %d bytes".formatted(bytes),
                JCudaDriver.cuMemAddressReserve(address, bytes, 0, Driver.device(0), 0));
        return address.address();
    }

    @Override
    public void free(final long address, final long bytes) {
        context.makeCurrent();
        check(
                "cuMemAddressFree(%#x, %d)".formatted(address, bytes),
                JCudaDriver.cuMemAddressFree(Driver.device(address), bytes));
    }

    @Override
    public synchronized long create(final long bytes) {
        context.makeCurrent();
        final long[] handle = new long[1];
        check(
                "cuMemCreate of %d bytes".formatted(bytes),
                calls.create(handle, bytes, context.ordinal(), shareable.handleType, rdma));
        handles.add(handle[0]);
        return handle[0];
    }

    private synchronized long handle(final String call, final long id) {
        if (!handles.contains(id)) {
            throw new VmmException(
                    Reason.INVALID, "%s: no memory of handle %d".formatted(call, id));
        }
        return id;
    }

    @Override
    public synchronized void release(final long handle) {
        context.makeCurrent();
        check("cuMemRelease", calls.release(handle("cuMemRelease", handle)));
        handles.remove(handle);
    }

    @Override
    public void map(final long address, final long bytes, final long handle) {
        context.makeCurrent();
        check(
                "cuMemMap(%#x, %d)".formatted(address, bytes),
                calls.map(address, bytes, handle("cuMemMap", handle)));
    }

    @Override
    public void unmap(final long address, final long bytes) {
        context.makeCurrent();
        check(
                "cuMemUnmap(%#x, %d)".formatted(address, bytes),
                JCudaDriver.cuMemUnmap(Driver.device(address), bytes));
    }

    @Override
    public void allow(final long address, final long bytes, final List<Integer> devices) {
        context.makeCurrent();
        check(
                "cuMemSetAccess(%#x, %d) for devices %s".formatted(address, bytes, devices),
                calls.allow(address, bytes, devices));
    }

    @Override
    public void fill(final long address, final byte value, final long bytes) {
        bytes(() -> context.fill(address, value, bytes));
    }

    @Override
    public void write(final MemorySegment source, final long address) {
        bytes(() -> context.copyToDevice(source, address));
    }

    @Override
    public void read(final long address, final MemorySegment target) {
        bytes(() -> context.copyToHost(address, target));
    }

    private static void bytes(final Runnable call) {
        try {
            call.run();
        } catch (final CudaException failed) {
            throw new VmmException(reason(failed.code()), failed.getMessage());
        }
    }

    @Override
    public Allocation allocationAt(final long address) {
        return probe.allocationAt(address);
    }

    @Override
    public MemorySegment segment(final long address, final long bytes) {
        return CudaContext.segment(address, bytes);
    }

    @Override
    public void close() {
        context.close();
    }
}

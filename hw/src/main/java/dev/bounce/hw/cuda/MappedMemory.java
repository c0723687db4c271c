package dev.bounce.hw.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.driver.JCudaDriver;

/// Pinned memory of the host that kernels read and write in place.
final class MappedMemory implements AutoCloseable {
    private final MemorySegment segment;
    private final long deviceAddress;

    /// Allocates, in the context of this thread; the bytes are zero.
    @SuppressWarnings("restricted")
    MappedMemory(final long bytes) {
        final Driver.HostPointer host = new Driver.HostPointer();
        Driver.check(
                "cuMemHostAlloc",
                JCudaDriver.cuMemHostAlloc(
                        host,
                        bytes,
                        JCudaDriver.CU_MEMHOSTALLOC_DEVICEMAP
                                | JCudaDriver.CU_MEMHOSTALLOC_PORTABLE));
        segment = MemorySegment.ofAddress(host.address()).reinterpret(bytes);
        segment.fill((byte) 0);
        final Driver.DevicePointer device = new Driver.DevicePointer();
        try {
            Driver.check(
                    "cuMemHostGetDevicePointer",
                    JCudaDriver.cuMemHostGetDevicePointer(device, host, 0));
        } catch (final RuntimeException | Error refused) {
            close();
            throw refused;
        }
        deviceAddress = device.address();
    }

    /// The bytes as the host sees them.
    MemorySegment segment() {
        return segment;
    }

    /// The first byte as kernels see it.
    long deviceAddress() {
        return deviceAddress;
    }

    /// Only when no kernel uses it any more.
    @Override
    public void close() {
        Driver.release("cuMemFreeHost", JCudaDriver.cuMemFreeHost(Driver.host(segment.address())));
    }
}

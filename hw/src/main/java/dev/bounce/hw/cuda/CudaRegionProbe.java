package dev.bounce.hw.cuda;

import dev.bounce.model.vmm.RegionProbe;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// Asks the CUDA driver which allocation backs an address: of plain memory the whole of it, of
/// virtual memory the piece that one call mapped (CUDA driver API, `cuMemGetAddressRange`). Any
/// thread.
public final class CudaRegionProbe implements RegionProbe {
    private final CudaContext context;

    /// @param context stays the caller's
    public CudaRegionProbe(final CudaContext context) {
        this.context = context;
    }

    /// `null` also for memory of the host, and for addresses that are reserved but not mapped.
    ///
    /// @throws CudaException if the device has failed
    @Override
    public Allocation allocationAt(final long address) {
        final int device = context.deviceOf(address);
        if (device < 0) {
            return null;
        }
        final Driver.DevicePointer base = new Driver.DevicePointer();
        final long[] bytes = new long[1];
        final int result = JCudaDriver.cuMemGetAddressRange(base, bytes, Driver.device(address));
        if (result == CUresult.CUDA_ERROR_NOT_FOUND
                || result == CUresult.CUDA_ERROR_INVALID_VALUE) {
            return null;
        }
        Driver.check("cuMemGetAddressRange", result);
        return new Allocation(base.address(), bytes[0], device);
    }
}

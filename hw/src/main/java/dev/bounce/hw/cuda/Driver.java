package dev.bounce.hw.cuda;

import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How results and addresses go between JCuda and this package. Result codes are checked here,
/// because an exception of JCuda names neither the call nor the code, and makes one of "not ready".
final class Driver {
    private static final Logger LOG = LoggerFactory.getLogger(Driver.class);

    private Driver() {}

    /// @param call its name, for the message
    /// @throws CudaException if the result is an error, after one line in the log
    static void check(final String call, final int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            final String message =
                    "%s failed: %d %s".formatted(call, result, CUresult.stringFor(result));
            LOG.error("cuda {}", message);
            throw new CudaException(message, result);
        }
    }

    /// As [#check], for what is given back: logged, and not thrown.
    static void release(final String call, final int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            LOG.warn("cuda {} failed: {} {}", call, result, CUresult.stringFor(result));
        }
    }

    /// An address of the device as JCuda takes it.
    static CUdeviceptr device(final long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    /// An address of the host as JCuda takes it.
    static Pointer host(final long address) {
        return new HostPointer(address);
    }

    /// Takes an address of the device from JCuda.
    static final class DevicePointer extends CUdeviceptr {
        long address() {
            return getNativePointer() + getByteOffset();
        }
    }

    /// Takes an address of the host from JCuda, or brings one to it.
    static final class HostPointer extends Pointer {
        HostPointer() {}

        HostPointer(final long address) {
            super(address);
        }

        long address() {
            return getNativePointer() + getByteOffset();
        }
    }
}

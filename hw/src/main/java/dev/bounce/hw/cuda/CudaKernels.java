package dev.bounce.hw.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/// The copy kernels, loaded from the PTX beside this class, which is made by `hw/cuda/build-ptx.sh`
/// from `hw/src/main/cuda/bounce_copy.cu`.
public final class CudaKernels implements AutoCloseable {
    /// The resource.
    public static final String PTX = "bounce_copy.ptx";

    private final CudaContext context;
    private final CUmodule module = new CUmodule();
    private final CUfunction gather;
    private final CUfunction scatter;
    private final CUfunction lateCopy;
    private final CUfunction busy;

    /// Compiles the PTX for the device of `context`, which takes milliseconds.
    ///
    /// @throws CudaException if the driver does not take it
    public CudaKernels(final CudaContext context) {
        this.context = context;
        context.makeCurrent();
        final byte[] text = ptx();
        // The driver reads to the first zero.
        Driver.check(
                "cuModuleLoadData",
                JCudaDriver.cuModuleLoadData(module, Arrays.copyOf(text, text.length + 1)));
        try {
            gather = function("bounce_gather");
            scatter = function("bounce_scatter");
            lateCopy = function("bounce_late_copy");
            busy = function("bounce_busy");
        } catch (final RuntimeException | Error missing) {
            close();
            throw missing;
        }
    }

    private static byte[] ptx() {
        try (InputStream stream = CudaKernels.class.getResourceAsStream(PTX)) {
            if (stream == null) {
                throw new CudaException("the resource " + PTX + " is missing", 0);
            }
            return stream.readAllBytes();
        } catch (final IOException failure) {
            throw new CudaException("the resource " + PTX + " cannot be read: " + failure, 0);
        }
    }

    private CUfunction function(final String name) {
        final CUfunction function = new CUfunction();
        Driver.check(
                "cuModuleGetFunction(" + name + ")",
                JCudaDriver.cuModuleGetFunction(function, module, name));
        return function;
    }

    /// Where they were loaded.
    CudaContext context() {
        return context;
    }

    CUfunction gather() {
        return gather;
    }

    CUfunction scatter() {
        return scatter;
    }

    CUfunction lateCopy() {
        return lateCopy;
    }

    CUfunction busy() {
        return busy;
    }

    /// Only when none of them runs any more.
    @Override
    public void close() {
        context.makeCurrent();
        Driver.release("cuModuleUnload", JCudaDriver.cuModuleUnload(module));
    }
}

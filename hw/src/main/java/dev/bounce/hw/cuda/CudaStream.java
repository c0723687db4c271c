package dev.bounce.hw.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/// A stream that does not wait for the default stream. The context must be current on the thread
/// that calls.
public final class CudaStream implements AutoCloseable {
    private static final int COMPUTE_THREADS = 256;

    private final CudaContext context;
    private final CUstream stream;
    private final boolean owned;

    /// @param priority see [CudaContext#priority]
    public CudaStream(final CudaContext context, final int priority) {
        this.context = context;
        stream = new CUstream();
        owned = true;
        context.makeCurrent();
        Driver.check(
                "cuStreamCreateWithPriority",
                JCudaDriver.cuStreamCreateWithPriority(
                        stream, CUstream_flags.CU_STREAM_NON_BLOCKING, priority));
    }

    private CudaStream(final CudaContext context, final CUstream stream) {
        this.context = context;
        this.stream = stream;
        owned = false;
    }

    /// Takes a stream of the application, which stays the application's.
    public static CudaStream of(final CudaContext context, final CUstream stream) {
        return new CudaStream(context, stream);
    }

    /// For calls that take one.
    CUstream handle() {
        return stream;
    }

    /// Where it runs.
    public CudaContext context() {
        return context;
    }

    /// Whether everything that was put into it has ended.
    ///
    /// @throws CudaException if it failed, or anything else did on this device
    public boolean isIdle() {
        final int result = JCudaDriver.cuStreamQuery(stream);
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        Driver.check("cuStreamQuery", result);
        return true;
    }

    /// Waits until everything that was put into it has ended. Never on a reactor.
    public void synchronize() {
        Driver.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
    }

    /// Puts nothing more into effect here before `event` has happened.
    public void await(final CudaEvent event) {
        Driver.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream, event.handle(), 0));
    }

    /// Puts a copy within the device into the stream.
    public void copy(final long source, final long target, final long bytes) {
        Driver.check(
                "cuMemcpyDtoDAsync",
                JCudaDriver.cuMemcpyDtoDAsync(
                        Driver.device(target), Driver.device(source), bytes, stream));
    }

    /// Puts into the stream: stay busy for so many cycles, then copy. What the kernel `lateCopy` of
    /// [CudaKernels] does.
    ///
    /// @param words of 4 bytes
    public void lateCopy(
            final CudaKernels kernels,
            final long target,
            final long source,
            final long words,
            final long cycles) {
        launch(kernels.lateCopy(), 64, 0, target, source, words, cycles);
    }

    /// Puts arithmetic into the stream that fills the device: what the kernel `busy` of
    /// [CudaKernels] does.
    ///
    /// @param target address of 1 KiB of the device that is overwritten
    /// @param blocks of 256 threads
    /// @param sharedBytes of memory that a block takes of its multiprocessor, at most 48 KiB, so
    ///     that fewer blocks share one
    /// @param rounds of each thread
    public void busy(
            final CudaKernels kernels,
            final long target,
            final int blocks,
            final int sharedBytes,
            final long rounds) {
        launch(kernels.busy(), blocks, sharedBytes, target, rounds);
    }

    private void launch(
            final CUfunction function,
            final int blocks,
            final int sharedBytes,
            final long... values) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment arguments = owner.allocate((long) values.length * Long.BYTES);
            final Pointer[] pointers = new Pointer[values.length];
            for (int index = 0; index < values.length; index++) {
                arguments.setAtIndex(ValueLayout.JAVA_LONG, index, values[index]);
                pointers[index] = Driver.host(arguments.address() + (long) index * Long.BYTES);
            }
            launch(function, blocks, COMPUTE_THREADS, sharedBytes, Pointer.to(pointers));
        }
    }

    /// Puts a kernel into the stream.
    void launch(
            final CUfunction function,
            final int blocks,
            final int threads,
            final Pointer arguments) {
        launch(function, blocks, threads, 0, arguments);
    }

    private void launch(
            final CUfunction function,
            final int blocks,
            final int threads,
            final int sharedBytes,
            final Pointer arguments) {
        Driver.check(
                "cuLaunchKernel",
                JCudaDriver.cuLaunchKernel(
                        function,
                        blocks,
                        1,
                        1,
                        threads,
                        1,
                        1,
                        sharedBytes,
                        stream,
                        arguments,
                        null));
    }

    /// Lets it go, unless it is the application's; what runs in it ends nevertheless.
    @Override
    public void close() {
        if (owned) {
            context.makeCurrent();
            Driver.release("cuStreamDestroy", JCudaDriver.cuStreamDestroy(stream));
        }
    }
}

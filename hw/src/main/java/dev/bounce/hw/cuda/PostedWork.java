package dev.bounce.hw.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// Everything that this process has posted on a device so far, whoever has, UCX too.
///
/// It is marked by an event of the whole context and looked for now and then, because
/// `cuCtxSynchronize` keeps other threads from mapping memory as long as it waits. Drivers before
/// CUDA 12.5 know no such event and synchronize.
final class PostedWork {
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final MethodHandle RECORD = find();

    private PostedWork() {}

    @SuppressWarnings("restricted")
    private static MethodHandle find() {
        try {
            return SymbolLookup.libraryLookup("libcuda.so.1", Arena.global())
                    .find("cuCtxRecordEvent")
                    .map(
                            call ->
                                    Linker.nativeLinker()
                                            .downcallHandle(
                                                    call,
                                                    FunctionDescriptor.of(
                                                            ValueLayout.JAVA_INT,
                                                            ValueLayout.JAVA_LONG,
                                                            ValueLayout.JAVA_LONG)))
                    .orElse(null);
        } catch (final IllegalArgumentException noDriver) {
            return null;
        }
    }

    /// Waits until it has ended.
    ///
    /// @param context of the device, current on this thread
    /// @throws CudaException if the device has failed
    static void await(final CudaContext device, final Driver.ContextHandle context) {
        final Driver.EventHandle mark = new Driver.EventHandle();
        try (CudaEvent event = CudaEvent.make(device, mark)) {
            if (!isRecorded(context, mark)) {
                Driver.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
                return;
            }
            while (!event.hasHappened()) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private static boolean isRecorded(
            final Driver.ContextHandle context, final Driver.EventHandle mark) {
        if (RECORD == null) {
            return false;
        }
        try {
            final int result = (int) RECORD.invokeExact(context.address(), mark.address());
            return result == CUresult.CUDA_SUCCESS;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

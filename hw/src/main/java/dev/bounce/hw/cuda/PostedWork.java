package dev.bounce.hw.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;

/// A point behind everything that this process has posted on a device, in whatever stream. It is
/// looked at, not waited for: while `cuCtxSynchronize` waits, calls that map memory wait too
/// (driver 580), and so nobody could open a link that the work on the device is waiting for.
final class PostedWork implements AutoCloseable {
    private static final MemoryLayout ADDRESS = ValueLayout.ADDRESS;

    /// Looked up on first use, when it is known that there is a driver.
    private static final class Calls {
        static final MethodHandle CURRENT = DriverCall.of("cuCtxGetCurrent", ADDRESS);
        static final MethodHandle CREATE =
                DriverCall.of("cuEventCreate", ADDRESS, ValueLayout.JAVA_INT);
        static final MethodHandle QUERY = DriverCall.of("cuEventQuery", ADDRESS);
        static final MethodHandle DESTROY = DriverCall.of("cuEventDestroy_v2", ADDRESS);

        /// Since CUDA 12.5.
        static final Optional<MethodHandle> RECORD =
                DriverCall.find("cuCtxRecordEvent", ADDRESS, ADDRESS);
    }

    private final MemorySegment event;
    private boolean marked;

    /// Marks nothing yet. The context must be current on the thread that calls, as for all that
    /// follows.
    PostedWork() {
        event = made("cuEventCreate", out -> create(out));
    }

    /// Whether the driver can mark a point at all.
    static boolean isSupported() {
        return Calls.RECORD.isPresent();
    }

    private interface Maker {
        int make(MemorySegment out);
    }

    private static MemorySegment made(final String call, final Maker maker) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment out = owner.allocate(ADDRESS);
            Driver.check(call, maker.make(out));
            return out.get(ValueLayout.ADDRESS, 0);
        }
    }

    private static int create(final MemorySegment out) {
        return DriverCall.invoke(
                () -> (int) Calls.CREATE.invokeExact(out, CUevent_flags.CU_EVENT_DISABLE_TIMING));
    }

    private static int current(final MemorySegment out) {
        return DriverCall.invoke(() -> (int) Calls.CURRENT.invokeExact(out));
    }

    /// Whether everything that had been posted by the first call has ended. While a stream is being
    /// captured the point cannot be marked; a later call tries again.
    ///
    /// @throws CudaException if the device has failed
    boolean hasEnded() {
        if (!marked) {
            mark();
        }
        if (!marked) {
            return false;
        }
        final int result = DriverCall.invoke(() -> (int) Calls.QUERY.invokeExact(event));
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        Driver.check("cuEventQuery", result);
        return true;
    }

    private void mark() {
        final MethodHandle record = Calls.RECORD.orElseThrow();
        final MemorySegment context = made("cuCtxGetCurrent", out -> current(out));
        final int result = DriverCall.invoke(() -> (int) record.invokeExact(context, event));
        if (result != CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) {
            Driver.check("cuCtxRecordEvent", result);
            marked = true;
        }
    }

    @Override
    public void close() {
        Driver.release(
                "cuEventDestroy", DriverCall.invoke(() -> (int) Calls.DESTROY.invokeExact(event)));
    }
}

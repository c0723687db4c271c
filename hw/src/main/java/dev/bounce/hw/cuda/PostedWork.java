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
///
/// A stream that is being captured is in the way of marking the point (`cuCtxRecordEvent`): the
/// driver refuses it, and ends that capture with an error.
final class PostedWork implements AutoCloseable {
    private static final MemoryLayout ADDRESS = ValueLayout.ADDRESS;

    /// What JCuda lacks. Made when it is known that there is a driver.
    static final class Calls {
        private final MethodHandle current = DriverCall.of("cuCtxGetCurrent", ADDRESS);
        private final MethodHandle create =
                DriverCall.of("cuEventCreate", ADDRESS, ValueLayout.JAVA_INT);
        private final MethodHandle query = DriverCall.of("cuEventQuery", ADDRESS);
        private final MethodHandle destroy = DriverCall.of("cuEventDestroy_v2", ADDRESS);

        /// Since CUDA 12.5.
        private final Optional<MethodHandle> record =
                DriverCall.find("cuCtxRecordEvent", ADDRESS, ADDRESS);

        /// Whether the driver can mark a point at all.
        boolean canMark() {
            return record.isPresent();
        }
    }

    /// What a look has found.
    enum Look {
        /// The work goes on.
        RUNNING,
        /// A stream is being captured, so that the point is not marked yet; better not tried again
        /// soon.
        NOT_MARKED,
        /// Everything that had been posted when the point was marked has ended.
        ENDED
    }

    private interface Maker {
        int make(MemorySegment out);
    }

    private final Calls calls;
    private final MemorySegment event;
    private boolean marked;

    /// Marks nothing yet. The context must be current on the thread that calls, as for all that
    /// follows, see [CudaContext#useOnThisThread].
    PostedWork(final Calls calls) {
        this.calls = calls;
        event = made("cuEventCreate", this::create);
    }

    private static MemorySegment made(final String call, final Maker maker) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment out = owner.allocate(ADDRESS);
            Driver.check(call, maker.make(out));
            return out.get(ValueLayout.ADDRESS, 0);
        }
    }

    private int create(final MemorySegment out) {
        return DriverCall.invoke(
                () -> (int) calls.create.invokeExact(out, CUevent_flags.CU_EVENT_DISABLE_TIMING));
    }

    private int current(final MemorySegment out) {
        return DriverCall.invoke(() -> (int) calls.current.invokeExact(out));
    }

    /// Looks, and marks the point if that is still to be done.
    ///
    /// @throws CudaException if the device has failed
    Look look() {
        if (!marked && !mark()) {
            return Look.NOT_MARKED;
        }
        final int result = DriverCall.invoke(() -> (int) calls.query.invokeExact(event));
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return Look.RUNNING;
        }
        Driver.check("cuEventQuery", result);
        return Look.ENDED;
    }

    private boolean mark() {
        final MethodHandle record = calls.record.orElseThrow();
        final MemorySegment context = made("cuCtxGetCurrent", this::current);
        final int result = DriverCall.invoke(() -> (int) record.invokeExact(context, event));
        if (result == CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) {
            return false;
        }
        Driver.check("cuCtxRecordEvent", result);
        marked = true;
        return true;
    }

    @Override
    public void close() {
        Driver.release(
                "cuEventDestroy", DriverCall.invoke(() -> (int) calls.destroy.invokeExact(event)));
    }
}

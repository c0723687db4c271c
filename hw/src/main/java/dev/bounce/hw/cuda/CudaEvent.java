package dev.bounce.hw.cuda;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// A point in a stream that other streams wait for. The context must be current on the thread that
/// calls.
public final class CudaEvent implements AutoCloseable {
    private final CudaContext context;
    private final CUevent event;
    private final boolean owned;

    /// Makes one.
    ///
    /// @param timed whether [#millisSince] is asked; costs a little
    public CudaEvent(final CudaContext context, final boolean timed) {
        this.context = context;
        event = new CUevent();
        owned = true;
        context.makeCurrent();
        Driver.check(
                "cuEventCreate",
                JCudaDriver.cuEventCreate(
                        event,
                        timed
                                ? CUevent_flags.CU_EVENT_DEFAULT
                                : CUevent_flags.CU_EVENT_DISABLE_TIMING));
    }

    private CudaEvent(final CudaContext context, final CUevent event) {
        this.context = context;
        this.event = event;
        owned = false;
    }

    /// Takes an event of the application, which stays the application's.
    public static CudaEvent of(final CudaContext context, final CUevent event) {
        return new CudaEvent(context, event);
    }

    /// Binds its context to this thread, as [CudaContext#useOnThisThread].
    public void useOnThisThread() {
        context.useOnThisThread();
    }

    CUevent handle() {
        return event;
    }

    /// Happens when what is in the stream now has ended.
    public void record(final CudaStream stream) {
        Driver.check("cuEventRecord", JCudaDriver.cuEventRecord(event, stream.handle()));
    }

    /// Whether it has happened; also if it was never recorded.
    public boolean hasHappened() {
        final int result = JCudaDriver.cuEventQuery(event);
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        Driver.check("cuEventQuery", result);
        return true;
    }

    /// Waits for it. Never on a reactor.
    public void synchronize() {
        Driver.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(event));
    }

    /// Milliseconds between two timed events that have happened.
    public float millisSince(final CudaEvent earlier) {
        final float[] millis = new float[1];
        Driver.check(
                "cuEventElapsedTime", JCudaDriver.cuEventElapsedTime(millis, earlier.event, event));
        return millis[0];
    }

    /// Lets it go, unless it is the application's.
    @Override
    public void close() {
        if (owned) {
            context.makeCurrent();
            Driver.release("cuEventDestroy", JCudaDriver.cuEventDestroy(event));
        }
    }
}

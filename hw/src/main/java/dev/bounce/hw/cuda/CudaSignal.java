package dev.bounce.hw.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.VarHandle;
import jcuda.driver.CUstreamWaitValue_flags;
import jcuda.driver.JCudaDriver;

/// Something that streams wait for and the host brings about. A stream may be made to wait before
/// it is known when, or whether, that will be; with an event this does not work, because a wait for
/// an event that nobody has recorded yet is no wait.
public final class CudaSignal implements AutoCloseable {
    private static final VarHandle WORD = JAVA_INT.varHandle();
    private static final long LINE_BYTES = 128;

    private final CudaContext context;
    private final MappedMemory word;
    private boolean closed;

    /// Makes one that is not raised.
    public CudaSignal(final CudaContext context) {
        this.context = context;
        context.makeCurrent();
        word = new MappedMemory(LINE_BYTES);
    }

    /// Puts nothing more into effect in `stream` before this is raised. The context must be current
    /// on the thread that calls.
    public void await(final CudaStream stream) {
        Driver.check(
                "cuStreamWaitValue32",
                JCudaDriver.cuStreamWaitValue32(
                        stream.handle(),
                        Driver.device(word.deviceAddress()),
                        1,
                        CUstreamWaitValue_flags.CU_STREAM_WAIT_VALUE_EQ));
    }

    /// Lets every stream that waits go on, and those that will; nothing once closed. Any thread.
    public synchronized void raise() {
        if (!closed) {
            WORD.setRelease(word.segment(), 0L, 1);
        }
    }

    /// Whether it is raised; false once closed.
    public synchronized boolean isRaised() {
        return !closed && (int) WORD.getAcquire(word.segment(), 0L) == 1;
    }

    /// Makes it new. Only while no stream waits for it.
    public synchronized void reset() {
        if (!closed) {
            WORD.setRelease(word.segment(), 0L, 0);
        }
    }

    /// Only when no stream waits for it any more. Further calls do nothing.
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            context.makeCurrent();
            word.close();
        }
    }
}

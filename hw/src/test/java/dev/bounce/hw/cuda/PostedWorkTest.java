package dev.bounce.hw.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import jcuda.driver.CUgraph;
import jcuda.driver.CUresult;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/// What is posted on a device, and applications that capture streams meanwhile. Looks come from a
/// thread of their own, captures from that of the test. Skipped, with the reason, without a GPU.
@Timeout(60)
class PostedWorkTest {
    private final ExecutorService looks = Executors.newSingleThreadExecutor();
    private CudaContext context;
    private CudaStream held;
    private CudaStream other;
    private CudaSignal go;
    private PostedWork work;

    @BeforeEach
    void open() throws Exception {
        final CudaProbe probe = CudaProbe.look();
        assumeTrue(probe.isFound(), probe.reason());
        context = CudaContext.open(0);
        held = new CudaStream(context, 0);
        other = new CudaStream(context, 0);
        go = new CudaSignal(context);
        final PostedWork.Calls calls = new PostedWork.Calls();
        assumeTrue(calls.canMark(), "the driver is older than CUDA 12.5");
        work =
                looks.submit(
                                () -> {
                                    context.useOnThisThread();
                                    return new PostedWork(calls);
                                })
                        .get();
    }

    @AfterEach
    void close() throws Exception {
        if (work != null) {
            go.raise();
            held.synchronize();
            looks.submit(work::close).get();
        }
        looks.shutdown();
        if (context != null) {
            go.close();
            other.close();
            held.close();
            context.close();
        }
    }

    private PostedWork.Look look() throws Exception {
        return looks.submit(work::look).get();
    }

    private void awaitEnd() throws Exception {
        final long start = System.nanoTime();
        while (look() != PostedWork.Look.ENDED) {
            assertEquals(true, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10), "no end");
        }
    }

    private void beginCapture() {
        Driver.check(
                "cuStreamBeginCapture",
                JCudaDriver.cuStreamBeginCapture(
                        other.handle(), CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL));
    }

    private int endCapture() {
        return JCudaDriver.cuStreamEndCapture(other.handle(), new CUgraph());
    }

    @Test
    void shouldEndWhenEveryStreamHasDoneWhatWasInIt() throws Exception {
        go.await(held);
        assertEquals(PostedWork.Look.RUNNING, look());
        TimeUnit.MILLISECONDS.sleep(100);
        assertEquals(PostedWork.Look.RUNNING, look());
        go.raise();
        awaitEnd();
    }

    @Test
    void shouldNotWaitForWhatIsPostedLater() throws Exception {
        assertEquals(PostedWork.Look.ENDED, look());
        go.await(held);
        assertEquals(PostedWork.Look.ENDED, look());
    }

    @Test
    void shouldLeaveACaptureAloneThatBeginsWhenThePointIsMarked() throws Exception {
        go.await(held);
        assertEquals(PostedWork.Look.RUNNING, look());
        beginCapture();
        assertEquals(PostedWork.Look.RUNNING, look());
        assertEquals(CUresult.CUDA_SUCCESS, endCapture());
        go.raise();
        awaitEnd();
    }

    @Test
    void shouldMarkThePointWhenACaptureIsOver(final TestReporter reporter) throws Exception {
        beginCapture();
        assertEquals(PostedWork.Look.NOT_MARKED, look());
        reporter.publishEntry("the capture", CUresult.stringFor(endCapture()));
        awaitEnd();
    }

    @Test
    void shouldKeepTheContextWhileAWaitRuns() throws Exception {
        final CudaContext second = CudaContext.open(0);
        go.await(held);
        final var wait = looks.submit(second::awaitPosted);
        TimeUnit.MILLISECONDS.sleep(100);
        second.close();
        go.raise();
        wait.get(10, TimeUnit.SECONDS);
        assertThrows(CudaException.class, second::awaitPosted);
    }
}

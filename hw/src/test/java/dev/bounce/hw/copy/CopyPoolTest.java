package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CopyPoolTest {
    private interface Slice {
        void run(int slice) throws Exception;
    }

    private static final class TestJob implements CopyPool.Job {
        final CompletableFuture<Throwable> ended = new CompletableFuture<>();
        private final int slices;
        private final Slice body;

        TestJob(final int slices, final Slice body) {
            this.slices = slices;
            this.body = body;
        }

        @Override
        public int begin() {
            if (slices < 0) {
                throw new IllegalStateException("begin");
            }
            return slices;
        }

        @Override
        public void run(final int slice) {
            try {
                body.run(slice);
            } catch (final Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void end(final Throwable failure) {
            assertTrue(ended.complete(failure), "a job ended twice");
        }

        Throwable await() throws Exception {
            return ended.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldRunEverySliceOnce() throws Exception {
        try (CopyPool pool = new CopyPool("test", 3)) {
            final List<TestJob> jobs = new ArrayList<>();
            final AtomicIntegerArray runs = new AtomicIntegerArray(50 * 20);
            for (int job = 0; job < 50; job++) {
                final int first = job * 20;
                jobs.add(new TestJob(20, slice -> runs.incrementAndGet(first + slice)));
                pool.submit(CopyPool.Lane.values()[job % 3], jobs.getLast());
            }
            for (final TestJob job : jobs) {
                assertNull(job.await());
            }
            for (int index = 0; index < runs.length(); index++) {
                assertEquals(1, runs.get(index));
            }
        }
    }

    @Test
    void shouldShareOneJobAmongThreads() throws Exception {
        try (CopyPool pool = new CopyPool("test", 2)) {
            final CyclicBarrier both = new CyclicBarrier(2);
            final TestJob job = new TestJob(2, _ -> both.await(10, TimeUnit.SECONDS));
            pool.submit(CopyPool.Lane.GATHER, job);
            assertNull(job.await());
        }
    }

    @Test
    void shouldEndAJobWithoutSlices() throws Exception {
        try (CopyPool pool = new CopyPool("test", 1)) {
            final TestJob job = new TestJob(0, _ -> {});
            pool.submit(CopyPool.Lane.WRITE, job);
            assertNull(job.await());
        }
    }

    @Test
    void shouldReportWhatASliceThrowsAndGoOn() throws Exception {
        try (CopyPool pool = new CopyPool("test", 2)) {
            final Error error = new InternalError("a fault in unsafe memory access");
            final TestJob bad =
                    new TestJob(
                            100,
                            slice -> {
                                if (slice == 3) {
                                    throw error;
                                }
                            });
            final TestJob worse = new TestJob(-1, _ -> {});
            final TestJob good = new TestJob(10, _ -> {});
            pool.submit(CopyPool.Lane.WRITE, bad);
            pool.submit(CopyPool.Lane.WRITE, worse);
            pool.submit(CopyPool.Lane.WRITE, good);
            assertSame(error, bad.await());
            assertEquals("begin", worse.await().getMessage());
            assertNull(good.await());
        }
    }

    @Test
    void shouldPreferScattersToWritesToGathers() throws Exception {
        try (CopyPool pool = new CopyPool("test", 1)) {
            final CountDownLatch queued = new CountDownLatch(1);
            final List<String> order = Collections.synchronizedList(new ArrayList<>());
            final TestJob first =
                    new TestJob(
                            2,
                            slice -> {
                                queued.await();
                                order.add("gather " + slice);
                            });
            pool.submit(CopyPool.Lane.GATHER, first);
            final TestJob write = new TestJob(1, _ -> order.add("write"));
            final TestJob scatter = new TestJob(1, _ -> order.add("scatter"));
            pool.submit(CopyPool.Lane.WRITE, write);
            pool.submit(CopyPool.Lane.SCATTER, scatter);
            queued.countDown();
            assertNull(first.await());
            assertNull(write.await());
            assertNull(scatter.await());
            assertNotEquals("gather 1", order.getFirst());
            assertEquals("gather 1", order.getLast());
            assertTrue(order.indexOf("scatter") < order.indexOf("write"), order.toString());
        }
    }

    @Test
    void shouldFinishWhatIsQueuedWhenItCloses() throws Exception {
        final TestJob job = new TestJob(64, _ -> {});
        try (CopyPool pool = new CopyPool("test", 2)) {
            pool.submit(CopyPool.Lane.GATHER, job);
        }
        assertTrue(job.ended.isDone());
    }

    /// The wait is given up early here, as an interrupt does.
    @Test
    void shouldSayWhetherJobsStillRunWhenItStops() throws Exception {
        final CountDownLatch letGo = new CountDownLatch(1);
        final CopyPool pool = new CopyPool("test", 2);
        final TestJob job = new TestJob(1, _ -> letGo.await());
        pool.submit(CopyPool.Lane.GATHER, job);
        Thread.currentThread().interrupt();
        try {
            assertFalse(pool.stop());
        } finally {
            assertTrue(Thread.interrupted());
            letGo.countDown();
        }
        assertNull(job.await());
        assertTrue(pool.stop());
    }
}

package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Ends that cannot be made, begun or closed.
@Timeout(30)
class UcxObjectsTest {
    private static final PlaneKey FIRST = PlaneEnd.receiver(1);
    private static final PlaneKey SECOND = PlaneEnd.receiver(2);

    private final BlockingQueue<Event> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> closes = new LinkedBlockingQueue<>();
    private final HostMemory host = new HostMemory(4_096);
    private final HeldMemory memory = new HeldMemory(host);
    private final UcxDomain domain = new UcxDomain(UcxProfile.TCP, "lo", false);
    private final PlaneContext context =
            new PlaneContext(
                    "left",
                    memory,
                    null,
                    System::nanoTime,
                    told::add,
                    new PlaneCounters(),
                    new CopyWaits("left", memory),
                    TimeUnit.SECONDS.toNanos(10),
                    TimeUnit.SECONDS.toNanos(10));
    private final UcxObjects objects = new UcxObjects(context, domain, DirectExchange::new);

    @AfterEach
    void close() {
        objects.close(() -> {});
        assertEquals(List.of(), domain.leaks());
        host.close();
    }

    /// The end of a link, whose close does something first.
    private final class End implements LinkEnd {
        private final AmWorker worker;
        private final Runnable beginning;
        private final BooleanSupplier closing;
        private boolean makesCopies;

        End(final String name, final Runnable beginning, final BooleanSupplier closing) {
            worker = new AmWorker(domain, name, 1, 1, (_, _, _) -> {});
            this.beginning = beginning;
            this.closing = closing;
        }

        @Override
        public void begin() {
            beginning.run();
        }

        @Override
        public void tick() {
            // It has no deadline.
        }

        @Override
        public boolean leave() {
            return makesCopies;
        }

        @Override
        public boolean close() {
            worker.close();
            return closing.getAsBoolean();
        }

        @Override
        public int eventFd() {
            return worker.eventFd();
        }

        @Override
        public int progress() {
            return worker.progress();
        }

        @Override
        public boolean arm() {
            return worker.arm();
        }
    }

    private void open(final PlaneKey key, final BooleanSupplier closing) throws Exception {
        objects.open(
                key,
                () -> new End(key.toString(), () -> {}, closing),
                _ -> told.add(new Event.PlaneOpened(key, Blob.EMPTY)));
        assertEquals(new Event.PlaneOpened(key, Blob.EMPTY), next(told));
    }

    /// An end that may have posted copies.
    private void openSender(final PlaneKey key, final BooleanSupplier closing) throws Exception {
        objects.open(
                key,
                () -> new End(key.toString(), () -> {}, closing),
                end -> {
                    end.makesCopies = true;
                    told.add(new Event.PlaneOpened(key, Blob.EMPTY));
                });
        assertEquals(new Event.PlaneOpened(key, Blob.EMPTY), next(told));
    }

    private static <T> T next(final BlockingQueue<T> queue) throws InterruptedException {
        final T found = queue.poll(10, TimeUnit.SECONDS);
        assertNotNull(found, "nothing is told");
        return found;
    }

    private static boolean fail() {
        throw new OutOfMemoryError("planted");
    }

    @Test
    void shouldTellThatAnEndCannotBeMade() throws Exception {
        objects.open(FIRST, () -> new End("first", () -> {}, fail() ? null : null), _ -> {});
        assertEquals(new Event.PlaneFailed(FIRST), next(told));
        open(FIRST, () -> true);
    }

    @Test
    void shouldTellThatAnEndCannotBegin() throws Exception {
        objects.open(FIRST, () -> new End("first", UcxObjectsTest::fail, () -> true), _ -> {});
        assertEquals(new Event.PlaneFailed(FIRST), next(told));
        objects.close(FIRST, (end, _) -> closes.add(end == null));
        assertEquals(true, next(closes), "it is there no more");
    }

    @Test
    void shouldTellThatACloseHasFailed() throws Exception {
        open(FIRST, UcxObjectsTest::fail);
        open(SECOND, () -> true);
        objects.close(FIRST, (_, sound) -> closes.add(sound));
        objects.close(SECOND, (_, sound) -> closes.add(sound));
        assertEquals(false, next(closes));
        assertEquals(true, next(closes));
    }

    @Test
    void shouldCloseAnEndWhenItsCopiesHaveEndedAndOthersMeanwhile() throws Exception {
        final AtomicInteger count = new AtomicInteger();
        openSender(FIRST, () -> count.incrementAndGet() > 0);
        memory.hold();
        objects.close(FIRST, (_, sound) -> closes.add(sound));
        open(SECOND, () -> true);
        objects.close(SECOND, (end, _) -> closes.add(end == null));
        assertEquals(false, next(closes), "the second");
        assertEquals(0, count.get());
        memory.letGo();
        assertEquals(true, next(closes), "the first");
        assertEquals(1, count.get());
    }

    @Test
    void shouldCloseAnEndOnceThatWaitsForItsCopiesWhenThePlaneCloses() throws Exception {
        final AtomicInteger count = new AtomicInteger();
        openSender(FIRST, () -> count.incrementAndGet() > 0);
        memory.hold();
        objects.close(FIRST, (_, sound) -> closes.add(sound));
        assertTrue(memory.waits.tryAcquire(10, TimeUnit.SECONDS), "it waits for no copies");
        assertTrue(objects.close(() -> {}));
        assertEquals(1, count.get());
        final CountDownLatch after = new CountDownLatch(1);
        context.copies().await("the next", after::countDown);
        memory.letGo();
        assertTrue(after.await(10, TimeUnit.SECONDS), "waits behind it are lost");
        assertEquals(1, count.get());
    }

    @Test
    void shouldCloseTheOthersBehindOneThatFailsInTheEnd() throws Exception {
        final int[] asked = new int[2];
        open(FIRST, () -> asked[0]++ > 0 && fail());
        open(SECOND, () -> asked[1]++ > 0);
        objects.close(FIRST, (_, sound) -> closes.add(sound));
        objects.close(SECOND, (_, sound) -> closes.add(sound));
        next(closes);
        next(closes);
        open(PlaneEnd.receiver(3), UcxObjectsTest::fail);
        open(PlaneEnd.receiver(4), () -> asked[1]++ > 0);
        objects.close(() -> closes.add(true));
        assertEquals(true, next(closes), "the last step is run");
        assertEquals(2, asked[0]);
        assertEquals(3, asked[1]);
    }

    @Test
    void shouldEndADirectTransferThatCannotBegin() throws Exception {
        memory.plant(new OutOfMemoryError("planted"));
        objects.directPut(
                1,
                Blob.of(new byte[] {1}),
                new DescriptorPairs(
                        new long[] {1},
                        new long[] {1},
                        new long[] {1},
                        new int[] {0},
                        new int[] {0}));
        assertEquals(new Event.DirectEnded(1, WriteOutcome.NEVER), next(told));
    }
}

package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.memory.HostMemory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Waits for copies that cannot begin, or that fail for the want of something.
@Timeout(30)
class CopyWaitsTest {
    private final HostMemory host = new HostMemory(4_096);
    private final HeldMemory memory = new HeldMemory(host);
    private Thread waiter;
    private int refusals;
    private final CopyWaits waits =
            new CopyWaits(
                    "left",
                    memory,
                    (name, work) -> {
                        if (refusals > 0) {
                            refusals--;
                            throw new InternalError("planted");
                        }
                        waiter = Thread.ofPlatform().daemon().name(name).unstarted(work);
                        return waiter;
                    });

    @AfterEach
    void close() {
        host.close();
    }

    private static void awaitEnd(final CountDownLatch end) throws InterruptedException {
        assertTrue(end.await(10, TimeUnit.SECONDS), "never told");
    }

    @Test
    void shouldServeAWaitThatFoundNoThreadWithTheNextOne() throws Exception {
        refusals = 1;
        final CountDownLatch ended = new CountDownLatch(2);
        waits.await("first", ended::countDown);
        assertEquals(2, ended.getCount());
        waits.await("second", ended::countDown);
        awaitEnd(ended);
    }

    @Test
    void shouldServeAWaitThatFoundNoThreadWhenItIsTriedAgain() throws Exception {
        refusals = 2;
        final CountDownLatch ended = new CountDownLatch(1);
        waits.await("only", ended::countDown);
        waits.retry();
        assertEquals(1, ended.getCount());
        waits.retry();
        awaitEnd(ended);
    }

    @Test
    void shouldWaitAgainAfterAnErrorOfThisProcess() throws Exception {
        memory.plant(new InternalError("planted"));
        final CountDownLatch ended = new CountDownLatch(1);
        waits.await("only", ended::countDown);
        waiter.join();
        assertEquals(1, ended.getCount(), "its copies may still run");
        waits.retry();
        awaitEnd(ended);
    }

    @Test
    void shouldTellTheOthersAfterOneThatThrows() throws Exception {
        final CountDownLatch ended = new CountDownLatch(1);
        memory.hold();
        waits.await("held", () -> {});
        waits.await(
                "failing",
                () -> {
                    throw new InternalError("planted");
                });
        waits.await("behind it", ended::countDown);
        memory.letGo();
        awaitEnd(ended);
    }
}

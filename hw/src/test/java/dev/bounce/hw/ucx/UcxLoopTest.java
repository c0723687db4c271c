package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class UcxLoopTest {
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean mended;

    private void fail(final UcxLoop loop) {
        turns.incrementAndGet();
        if (!mended) {
            loop.run(() -> fail(loop));
            throw new IllegalStateException("planted");
        }
    }

    @Test
    void shouldPauseAfterTurnsThatFailAndGoOnAfterwards() throws Exception {
        final UcxLoop loop = new UcxLoop("failing");
        loop.run(() -> fail(loop));
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(150);
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        mended = true;
        final int found = turns.get();
        assertTrue(found > 1 && found < 30, found + " turns");
        final CompletableFuture<String> after = new CompletableFuture<>();
        loop.run(() -> after.complete("served"));
        assertEquals("served", after.get(10, TimeUnit.SECONDS));
        loop.close();
    }

    @Test
    void shouldDoNothingAfterItsLastTask() throws Exception {
        for (int round = 0; round < 200; round++) {
            final UcxLoop loop = new UcxLoop("ending");
            final AtomicInteger after = new AtomicInteger();
            final AtomicInteger before = new AtomicInteger();
            final CountDownLatch handedOver = new CountDownLatch(1);
            loop.run(
                    () ->
                            loop.onTick(
                                    () ->
                                            (handedOver.getCount() == 0 ? after : before)
                                                    .incrementAndGet()));
            loop.close(
                    () -> {
                        loop.run(after::incrementAndGet);
                        handedOver.countDown();
                    });
            assertEquals(0, handedOver.getCount());
            assertEquals(0, after.get());
        }
    }
}

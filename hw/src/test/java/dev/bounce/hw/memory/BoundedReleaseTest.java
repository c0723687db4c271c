package dev.bounce.hw.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedReleaseTest {
    @Test
    void shouldNotWaitLongerForADeviceThatIsBusyAndGiveBackLater() throws Exception {
        final CountDownLatch busy = new CountDownLatch(1);
        final CountDownLatch given = new CountDownLatch(1);
        final Runnable release =
                () -> {
                    try {
                        busy.await();
                    } catch (final InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                    given.countDown();
                };
        assertFalse(BoundedRelease.run("test", release, TimeUnit.MILLISECONDS.toNanos(20)));
        busy.countDown();
        assertTrue(given.await(10, TimeUnit.SECONDS));
    }

    @Test
    void shouldSayThatItHasEnded() {
        final AtomicBoolean given = new AtomicBoolean();
        assertTrue(BoundedRelease.run("test", () -> given.set(true), TimeUnit.SECONDS.toNanos(10)));
        assertTrue(given.get());
    }
}

package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How an agent lets go of its parts, and what the application may believe meanwhile.
@Timeout(60)
class AgentEndTest {
    private final AgentRig rig = new AgentRig(13);
    private final BreakingChannel.Faults faults = new BreakingChannel.Faults();

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final BounceAgentBuilder builder) {
        return rig.start(builder.config(AgentRig.config()).channel(faults::open));
    }

    @Test
    void shouldKeepARangeOfABrokenAgentUntilEverythingIsLetGoOf() throws Exception {
        final CountDownLatch closing = new CountDownLatch(1);
        final CountDownLatch letGo = new CountDownLatch(1);
        faults.onClosed =
                () -> {
                    closing.countDown();
                    awaitQuietly(letGo);
                };
        final Site site = start(BounceAgent.named("site").executor(Runnable::run));
        faults.broken.set(true);
        site.agent().forget("nobody"); // a turn
        closing.await();
        assertTrue(site.agent().fault().isPresent());
        final CompletableFuture<Void> gone = site.agent().deregister(site.pool());
        assertFalse(gone.isDone());
        letGo.countDown();
        AgentRig.await(gone);
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void shouldCloseOnAnInterruptedThreadToo() {
        final Site site = start(BounceAgent.named("site"));
        Thread.currentThread().interrupt();
        site.agent().close();
        assertTrue(Thread.interrupted());
        assertTrue(site.agent().shutDown().isDone());
    }
}

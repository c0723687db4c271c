package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    @Test
    void shouldEndThoughAPartCannotBeClosed() throws Exception {
        final Site site = start(BounceAgent.named("cornered"));
        faults.onClosed =
                () -> {
                    throw new AssertionError("planted");
                };
        AgentRig.await(site.agent().shutDown());
        site.agent().close();
        assertEquals(List.of(), AgentThreads.left("cornered"));
    }

    @Test
    void shouldRunACallbackOnceThoughTheExecutorTakesItAndFails() {
        final AtomicInteger runs = new AtomicInteger();
        final CallbackExecutor executor =
                new CallbackExecutor(
                        callback -> {
                            callback.run();
                            callback.run();
                            throw new IllegalStateException("planted");
                        });
        executor.execute(runs::incrementAndGet);
        ForkJoinPool.commonPool().awaitQuiescence(5, TimeUnit.SECONDS);
        assertEquals(1, runs.get());
    }

    @Test
    void shouldTellThatItCannotStartThoughAPartCannotBeClosed() {
        final AgentParts whole =
                AgentAssembly.of(
                        BounceAgent.named("stillborn")
                                .config(AgentRig.config())
                                .fabric(rig.fabric())
                                .channel(
                                        _ -> {
                                            throw new IllegalStateException("no channel");
                                        }));
        final AgentLife life =
                new AgentLife(
                        StubbornParts.with(
                                whole,
                                new StubbornParts.Plane(
                                        whole.plane(),
                                        () -> {
                                            throw new AssertionError("planted");
                                        }),
                                whole.copies()));
        final RuntimeException failure = assertThrows(RuntimeException.class, life::start);
        assertTrue(failure.getMessage().contains("no channel"), failure.getMessage());
        assertEquals(List.of(), AgentThreads.left("stillborn"));
    }

    @Test
    void shouldNotTakeAnEndThatIsLateForOne() {
        final AgentParts parts =
                AgentAssembly.of(
                        BounceAgent.named("late").config(AgentRig.config()).fabric(rig.fabric()));
        final AgentLife life = new AgentLife(parts);
        assertThrows(MemoryStillInUseException.class, () -> life.awaitEnd(1));
        life.start();
        parts.commands().add(new Command.Shutdown());
        life.awaitEnd(TimeUnit.SECONDS.toNanos(30));
    }

    @Test
    void shouldLetNobodyWaitForAPeerThatCannotBeLoaded() throws Exception {
        final Site site = start(BounceAgent.named("site"));
        final Site peer = rig.start("peer", AgentRig.config());
        faults.onConnect =
                () -> {
                    throw new IllegalStateException("planted");
                };
        AgentRig.load(site, peer);
        final ExecutionException never =
                assertThrows(
                        ExecutionException.class,
                        () -> AgentRig.await(site.agent().awaitReady("peer")));
        assertTrue(never.getMessage().contains("planted"), never.getMessage());
    }
}

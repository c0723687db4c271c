package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.hw.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An agent whose gathers never end, and what it says of memory when it is closed.
@Timeout(60)
class UnendingAgentTest {
    private final AgentRig rig = new AgentRig(17);
    private final BreakingChannel.Faults faults = new BreakingChannel.Faults();
    private final CountDownLatch gathers = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private AgentParts parts;

    @AfterEach
    void close() {
        rig.close();
    }

    /// Its callbacks run on the thread that has something to tell.
    private Site start(final BooleanSupplier planeClosed, final BooleanSupplier copiesClosed) {
        return start(Runnable::run, planeClosed, copiesClosed);
    }

    private Site start(
            final Executor executor,
            final BooleanSupplier planeClosed,
            final BooleanSupplier copiesClosed,
            final String... changes) {
        final AgentParts whole =
                AgentAssembly.of(
                        BounceAgent.named("left")
                                .config(AgentRig.config(changes))
                                .channel(faults::open)
                                .executor(executor)
                                .fabric(rig.fabric()));
        parts =
                StubbornParts.with(
                        whole,
                        new StubbornParts.Plane(whole.plane(), planeClosed),
                        new StubbornParts.Copies(whole.copies(), gathers, stopped, copiesClosed));
        final BounceAgent agent = new BounceAgent(parts);
        final MemorySegment pool = Arena.ofAuto().allocate(AgentRig.POOL_BYTES, 64);
        agent.register(pool).orThrow();
        return new Site(agent, pool);
    }

    /// A transfer that is being gathered, for ever.
    private CompletableFuture<TransferResult> gathering(final Site left) throws Exception {
        final Site right = rig.start("right", AgentRig.config());
        AgentRig.connect(left, right);
        final CompletableFuture<TransferResult> open =
                left.agent()
                        .submit(rig.pairs(left.pool(), right.pool(), 60, 200, 1_500), "right")
                        .future();
        gathers.await();
        return open;
    }

    private static MemoryStillInUseException inUse(final CompletableFuture<?> future) {
        final ExecutionException failure =
                assertThrows(ExecutionException.class, () -> AgentRig.await(future));
        return assertInstanceOf(MemoryStillInUseException.class, failure.getCause());
    }

    @ParameterizedTest
    @CsvSource({
        "false, true, its plane LOCAL did not end in time",
        "true, false, its copies did not end in time",
        "false, false, its plane LOCAL and its copies did not end in time"
    })
    void shouldNeverTellMemoryThatIsInUseAsFree(
            final boolean planeOver, final boolean copiesOver, final String why) throws Exception {
        final Site left = start(() -> planeOver, () -> copiesOver);
        gathering(left);
        final CompletableFuture<Void> pending = left.agent().deregister(left.pool());
        faults.broken.set(true);
        final MemoryStillInUseException told = inUse(left.agent().shutDown());
        assertTrue(told.getMessage().contains("'left'"), told.getMessage());
        assertTrue(told.getMessage().contains(why), told.getMessage());
        assertEquals(told, inUse(pending));
        assertEquals(told, inUse(left.agent().deregister(left.pool())));
        assertThrows(MemoryStillInUseException.class, left.agent()::close);
        assertTrue(((HostMemory) parts.memory()).arena().scope().isAlive());
    }

    @Test
    void shouldGiveMemoryBackOnceNothingRuns() throws Exception {
        final Site left = start(() -> true, () -> true);
        gathering(left);
        final CompletableFuture<Void> pending = left.agent().deregister(left.pool());
        faults.broken.set(true);
        AgentRig.await(pending);
        left.agent().close();
        assertFalse(((HostMemory) parts.memory()).arena().scope().isAlive());
    }

    @Test
    void shouldEndThoughTheExecutorFails() throws Exception {
        final Site left =
                start(
                        _ -> {
                            throw new IllegalStateException("planted");
                        },
                        () -> true,
                        () -> true);
        final CompletableFuture<TransferResult> open = gathering(left);
        final CompletableFuture<Void> pending = left.agent().deregister(left.pool());
        faults.broken.set(true);
        assertThrows(ExecutionException.class, () -> AgentRig.await(open));
        AgentRig.await(pending);
        left.agent().close();
        assertEquals(List.of(), AgentThreads.left("left"));
    }

    /// A gather that was not begun may wait for an event that the application destroys then.
    @Test
    void shouldBeginNoCopyOnceItTellsThatTheAgentFailed() throws Exception {
        final Site left = start(Runnable::run, () -> true, () -> true, "timeout.copy", "200ms");
        final CompletableFuture<Long> early = gathering(left).thenApply(_ -> stopped.getCount());
        assertEquals(0, AgentRig.await(early));
        assertTrue(left.agent().fault().isPresent());
        left.agent().close();
    }

    /// What the application says with a transfer may be destroyed once the transfer has ended.
    @Test
    void shouldEndTransfersAfterTheCopiesThatReadForThem() throws Exception {
        final CompletableFuture<CompletableFuture<TransferResult>> open = new CompletableFuture<>();
        final AtomicBoolean early = new AtomicBoolean();
        final Site left =
                start(
                        () -> true,
                        () -> {
                            early.set(open.join().isDone());
                            return true;
                        });
        open.complete(gathering(left));
        faults.broken.set(true);
        final ExecutionException failure =
                assertThrows(ExecutionException.class, () -> AgentRig.await(open.join()));
        assertInstanceOf(AgentFailedException.class, failure.getCause());
        left.agent().close();
        assertFalse(early.get());
    }
}

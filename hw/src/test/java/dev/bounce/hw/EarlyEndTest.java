package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers that the application ends in their middle, each in its own way.
@Timeout(60)
class EarlyEndTest {
    private final AgentRig rig = new AgentRig(11);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    @Test
    void shouldResolveEverythingWhenItCloses() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = rig.submitMany(left, right, 30);
        final TransferHandle held =
                left.agent()
                        .submit(
                                rig.pairs(left.pool(), right.pool(), 5, 1, 9),
                                "right",
                                new CompletableFuture<Void>(),
                                Tag.EMPTY);
        left.agent().close();
        for (final CompletableFuture<TransferResult> future : futures) {
            final TransferResult result = AgentRig.await(future);
            assertTrue(
                    result.isSuccess()
                            || result.outcome() == Outcome.SHUT_DOWN
                            || result.refusal() == Refusal.SHUT_DOWN,
                    result.toString());
        }
        assertEquals(Refusal.SHUT_DOWN, AgentRig.await(held.future()).refusal());
        assertEquals(
                Refusal.SHUT_DOWN,
                AgentRig.await(rig.submitMany(left, right, 1).getFirst()).refusal());
        assertInstanceOf(LoadResult.Refused.class, left.agent().load(right.agent().describe()));
        left.agent().close();
    }

    @Test
    void shouldResolveATransferThatIsCancelledInItsMiddle() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        int cancelled = 0;
        for (int round = 0; round < 20; round++) {
            final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 800, 1_000, 4_000);
            final TransferHandle handle = left.agent().submit(pairs, "right");
            handle.cancel();
            final TransferResult result = AgentRig.await(handle.future());
            assertTrue(
                    result.isSuccess() || result.outcome() == Outcome.CANCELLED, result.toString());
            assertTrue(result.quiescent(), result.toString());
            cancelled += result.isSuccess() ? 0 : 1;
        }
        assertTrue(cancelled > 0, "no cancel came in time");
        assertTrue(AgentRig.await(rig.submitMany(left, right, 1).getFirst()).isSuccess());
    }

    @Test
    void shouldGiveMemoryBackOnceNothingTouchesIt() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = rig.submitMany(left, right, 20);
        AgentRig.await(left.agent().deregister(left.pool()));
        for (final CompletableFuture<TransferResult> future : futures) {
            final TransferResult result = AgentRig.await(future);
            assertTrue(
                    result.isSuccess()
                            || result.outcome() == Outcome.SOURCE_DEREGISTERED
                            || result.outcome() == Outcome.GATHER_FAILED,
                    result.toString());
        }
        assertThrows(
                ExecutionException.class,
                () -> AgentRig.await(left.agent().deregister(left.pool())));
        left.agent().register(left.pool());
        assertTrue(AgentRig.await(rig.submitMany(left, right, 1).getFirst()).isSuccess());
        AgentRig.await(right.agent().deregister(right.pool()));
        assertEquals(
                Outcome.REJECTED,
                AgentRig.await(rig.submitMany(left, right, 1).getFirst()).outcome());
    }
}

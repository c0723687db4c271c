package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the application sees when peers are forgotten, close, and come back.
@Timeout(60)
class PeerDepartureTest {
    private final AgentRig rig = new AgentRig(11);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    @Test
    void shouldResolveEverythingWhenAPeerIsForgotten() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = rig.submitMany(left, right, 30);
        left.agent().forget("right");
        int forgotten = 0;
        for (final CompletableFuture<TransferResult> future : futures) {
            final TransferResult result = AgentRig.await(future);
            assertTrue(
                    result.isSuccess() || result.outcome() == Outcome.PEER_FORGOTTEN,
                    result.toString());
            forgotten += result.isSuccess() ? 0 : 1;
        }
        assertTrue(forgotten > 0, "all were over before the peer was forgotten");
        final TransferResult late = AgentRig.await(rig.submitMany(left, right, 1).getFirst());
        assertEquals(Refusal.UNKNOWN_PEER, late.refusal());
    }

    @Test
    void shouldServeAPeerAgainThatWasForgotten() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        for (int round = 0; round < 3; round++) {
            AgentRig.connect(left, right);
            for (final CompletableFuture<TransferResult> future : rig.submitMany(left, right, 5)) {
                assertTrue(AgentRig.await(future).isSuccess());
            }
            left.agent().forget("right");
            left.agent().forget("nobody");
        }
    }

    @Test
    void shouldResolveEverythingWhenTheReceiverCloses() throws Exception {
        final Site left = start("left", "timeout.request", "3s", "timeout.close", "1s");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = rig.submitMany(left, right, 30);
        right.agent().close();
        for (final CompletableFuture<TransferResult> future : futures) {
            AgentRig.await(future);
        }
        assertEquals(0, left.agent().metrics().open());
    }

    @Test
    void shouldServeAReceiverThatRestarts() throws Exception {
        final Site left = start("left", "timeout.close", "1s");
        final Site first = start("right");
        AgentRig.connect(left, first);
        assertTrue(AgentRig.await(rig.submitMany(left, first, 1).getFirst()).isSuccess());
        first.agent().close();
        final Site second = start("right");
        rig.randomize(left.pool());
        AgentRig.connect(left, second);
        final DescriptorPairs pairs = rig.pairs(left.pool(), second.pool(), 90, 200, 2_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertTrue(result.isSuccess(), result.toString());
        assertEquals(TransferRoute.BOUNCE, result.route());
        rig.verify(left.pool(), second.pool(), pairs);
    }

    @Test
    void shouldServeASenderThatRestarts() throws Exception {
        final Site right = start("right");
        for (int life = 0; life < 3; life++) {
            final Site left = start("left");
            rig.randomize(left.pool());
            AgentRig.connect(left, right);
            right.pool().fill(AgentRig.CANARY);
            final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 90, 200, 2_000);
            assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
            rig.verify(left.pool(), right.pool(), pairs);
            left.agent().close();
        }
    }
}

package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Outcome;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers on the direct path: why they go there, and what the application sees.
@Timeout(60)
class DirectTransferTest {
    private final AgentRig rig = new AgentRig(7);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    @Test
    void shouldGoDirectWithFewDescriptors() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        rig.randomize(left.pool());
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 3, 100, 300_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.SUCCESS, result.outcome());
        assertEquals(TransferRoute.DIRECT, result.route());
        assertEquals(Ineligibility.TOO_FEW_DESCRIPTORS, result.directReason());
        assertTrue(result.delivered() && result.quiescent());
        rig.verify(left.pool(), right.pool(), pairs);
        assertEquals(1L, left.agent().metrics().direct().get(Ineligibility.TOO_FEW_DESCRIPTORS));
        assertEquals(pairs.totalBytes(), left.agent().metrics().directBytes());
        assertEquals(0, left.agent().metrics().gathers());
    }

    @Test
    void shouldGoDirectWhileTheLinkIsNotReady() throws Exception {
        final Site left = start("left");
        final Site right = start("right", "enabled", "false");
        rig.randomize(left.pool());
        final LoadResult.DirectOnly loaded =
                assertInstanceOf(
                        LoadResult.DirectOnly.class, left.agent().load(right.agent().describe()));
        assertEquals("right", loaded.peer());
        assertTrue(loaded.reason().contains("CONTROL_ENDPOINT_MISSING"), loaded.reason());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 3_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.SUCCESS, result.outcome());
        assertEquals(Ineligibility.PEER_NOT_CAPABLE, result.directReason());
        rig.verify(left.pool(), right.pool(), pairs);
        final ExecutionException never =
                assertThrows(
                        ExecutionException.class,
                        () -> AgentRig.await(left.agent().awaitReady("right")));
        assertTrue(never.getMessage().contains("CONTROL_ENDPOINT_MISSING"), never.getMessage());
    }

    /// The peer has given memory back since it was described.
    @Test
    void shouldFailADirectTransferOutsideThePeersMemory() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        AgentRig.await(right.agent().deregister(right.pool()));
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 1, 11, 11);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.DIRECT_FAILED, result.outcome());
        assertFalse(result.delivered());
        assertTrue(result.quiescent());
        rig.verify(left.pool(), right.pool());
    }
}

package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.LinkState;
import dev.bounce.engine.Snapshot;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whole agents whose chunks travel over UCX and TCP.
@Timeout(60)
class TcpAgentTest {
    private final AgentRig rig = new AgentRig(17);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final BounceConfig config) {
        return start(name, config, ControlKind.ZMQ);
    }

    private Site start(final String name, final BounceConfig config, final ControlKind control) {
        return rig.start(
                BounceAgent.named(name).config(config).plane(PlaneKind.TCP).control(control));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMoveTransfersBothWaysAtOnce(final ControlKind control) throws Exception {
        final Site left = start("left", AgentRig.config(), control);
        final Site right = start("right", AgentRig.config(), control);
        AgentRig.connect(left, right);
        AgentRig.connect(right, left);
        final MemorySegment leftOut = left.pool().asSlice(0, 1 << 20);
        final MemorySegment rightOut = right.pool().asSlice(0, 1 << 20);
        rig.randomize(leftOut);
        rig.randomize(rightOut);
        final List<DescriptorPairs> there = new ArrayList<>();
        final List<DescriptorPairs> back = new ArrayList<>();
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            final long area = (1L << 20) + round * 200_000L;
            there.add(rig.pairs(leftOut, right.pool().asSlice(area, 200_000), 90, 1, 2_000));
            back.add(rig.pairs(rightOut, left.pool().asSlice(area, 200_000), 90, 1, 2_000));
            futures.add(left.agent().submit(there.getLast(), "right").future());
            futures.add(right.agent().submit(back.getLast(), "left").future());
        }
        for (final CompletableFuture<TransferResult> future : futures) {
            final TransferResult result = AgentRig.await(future);
            assertTrue(result.isSuccess(), result.toString());
            assertEquals(TransferRoute.BOUNCE, result.route());
        }
        final long rest = AgentRig.POOL_BYTES - (1L << 20);
        rig.verify(
                leftOut,
                right.pool().asSlice(1 << 20, rest),
                there.toArray(DescriptorPairs[]::new));
        rig.verify(
                rightOut, left.pool().asSlice(1 << 20, rest), back.toArray(DescriptorPairs[]::new));
    }

    @Test
    void shouldGoDirectWhereCoalescingIsOff() throws Exception {
        final Site left = start("left", AgentRig.config("enabled", "false"));
        final Site right = start("right", AgentRig.config());
        AgentRig.loadDirect(left, right);
        rig.randomize(left.pool());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 700, 1, 5_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertTrue(result.isSuccess(), result.toString());
        assertEquals(TransferRoute.DIRECT, result.route());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldGoDirectWhereTheOtherSpeaksOverAnotherChannel() throws Exception {
        final Site left = start("left", AgentRig.config(), ControlKind.ZMQ);
        final Site right = start("right", AgentRig.config(), ControlKind.UCX);
        AgentRig.loadDirect(left, right);
        rig.randomize(left.pool());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 20, 1, 100);
        assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldServeAPeerThatComesBack() throws Exception {
        final Site right = start("right", AgentRig.config());
        for (int life = 0; life < 3; life++) {
            final Site left = start("left", AgentRig.config());
            AgentRig.connect(left, right);
            rig.randomize(left.pool());
            final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 500, 1, 5_000);
            assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
            rig.verify(left.pool(), right.pool(), pairs);
            right.pool().fill(AgentRig.CANARY);
            left.agent().close();
        }
    }

    @Test
    void shouldOpenALinkAgainThatWasClosedAsIdle() throws Exception {
        final Site left = start("left", AgentRig.config("link.idle-timeout", "300ms"));
        final Site right = start("right", AgentRig.config());
        AgentRig.connect(left, right);
        while (link(left).state() != LinkState.LOADED) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        AgentRig.await(left.agent().awaitReady("right"));
        rig.randomize(left.pool());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 500, 1, 5_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertTrue(result.isSuccess(), result.toString());
        assertEquals(TransferRoute.BOUNCE, result.route());
        assertEquals(3, link(left).nextEpoch());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    private static Snapshot.Outgoing link(final Site site) throws Exception {
        return AgentRig.await(site.agent().recording()).last().outgoing().getFirst();
    }
}

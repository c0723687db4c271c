package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlCounters;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.SendResult;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/// What the application sees when peers go, agents close, and parts break.
@Timeout(60)
class AgentFailureTest {
    private final AgentRig rig = new AgentRig(11);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    private List<CompletableFuture<TransferResult>> submitMany(
            final Site left, final Site right, final int count) {
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            final DescriptorPairs pairs =
                    rig.pairs(
                            left.pool(),
                            right.pool().asSlice(index * 100_000L, 100_000),
                            60,
                            200,
                            1_500);
            futures.add(left.agent().submit(pairs, right.agent().name()).future());
        }
        return futures;
    }

    @Test
    void shouldResolveEverythingWhenAPeerIsForgotten() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = submitMany(left, right, 30);
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
        final TransferResult late = AgentRig.await(submitMany(left, right, 1).getFirst());
        assertEquals(Refusal.UNKNOWN_PEER, late.refusal());
    }

    @Test
    void shouldServeAPeerAgainThatWasForgotten() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        for (int round = 0; round < 3; round++) {
            AgentRig.connect(left, right);
            for (final CompletableFuture<TransferResult> future : submitMany(left, right, 5)) {
                assertTrue(AgentRig.await(future).isSuccess());
            }
            left.agent().forget("right");
            left.agent().forget("nobody");
        }
    }

    @Test
    void shouldResolveEverythingWhenItCloses() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = submitMany(left, right, 30);
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
                Refusal.SHUT_DOWN, AgentRig.await(submitMany(left, right, 1).getFirst()).refusal());
        assertInstanceOf(LoadResult.Refused.class, left.agent().load(right.agent().describe()));
        left.agent().close();
    }

    @Test
    void shouldResolveEverythingWhenTheReceiverCloses() throws Exception {
        final Site left = start("left", "timeout.request", "3s", "timeout.close", "1s");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = submitMany(left, right, 30);
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
        assertTrue(AgentRig.await(submitMany(left, first, 1).getFirst()).isSuccess());
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
        assertTrue(AgentRig.await(submitMany(left, right, 1).getFirst()).isSuccess());
    }

    @Test
    void shouldGiveMemoryBackOnceNothingTouchesIt() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = submitMany(left, right, 20);
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
        assertTrue(AgentRig.await(submitMany(left, right, 1).getFirst()).isSuccess());
        AgentRig.await(right.agent().deregister(right.pool()));
        assertEquals(
                Outcome.REJECTED, AgentRig.await(submitMany(left, right, 1).getFirst()).outcome());
    }

    @Test
    void shouldGoDirectWhenTheControlEndpointIsTaken() throws Exception {
        final Site right = start("right");
        final ZmqControlChannel other = ZmqControlChannel.open(ZmqSettings.loopback(), "other");
        final String port = String.valueOf(other.endpoint().port());
        final Site left = start("left", "control.port", port);
        other.close();
        assertEquals(Optional.empty(), right.agent().controlFault());
        final String fault = left.agent().controlFault().orElseThrow();
        assertTrue(
                fault.contains("tcp://127.0.0.1:" + port) && fault.contains("EADDRINUSE"), fault);
        rig.randomize(left.pool());
        assertInstanceOf(LoadResult.DirectOnly.class, left.agent().load(right.agent().describe()));
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 3_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertTrue(result.isSuccess());
        assertEquals(Ineligibility.DISABLED, result.directReason());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldGoDirectWhenTheArenaDoesNotFit() throws Exception {
        final Site right = start("right");
        final Site left =
                start(
                        "left",
                        "arena.size",
                        "16384GiB",
                        "arena.max-chunk",
                        "1MiB",
                        "arena.granularity",
                        "1MiB",
                        "arena.ramp",
                        "1MiB");
        rig.randomize(left.pool());
        left.agent().load(right.agent().describe());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 3_000);
        assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldCountFramesThatAreNone() throws Exception {
        final Site right = start("right");
        final Site left = start("left");
        AgentRig.connect(left, right);
        final String endpoint = endpointOf(right);
        try (ZContext strangers = new ZContext()) {
            final ZMQ.Socket stranger = strangers.createSocket(SocketType.DEALER);
            stranger.setHandshakeIvl(500);
            stranger.connect(endpoint);
            final byte[] garbage = new byte[200];
            long seen = 0;
            for (int round = 0; seen == 0 && round < 1_000; round++) {
                stranger.send(garbage);
                assertTrue(AgentRig.await(submitMany(left, right, 1).getFirst()).isSuccess());
                seen =
                        right.agent()
                                .metrics()
                                .malformedFrames()
                                .getOrDefault(Decoded.Reason.BAD_MAGIC, 0L);
            }
            assertTrue(seen > 0, "the garbage never arrived");
        }
    }

    private static String endpointOf(final Site site) {
        final String text =
                new String(site.agent().describe(), java.nio.charset.StandardCharsets.ISO_8859_1);
        final int start = text.indexOf("tcp://");
        int end = start + "tcp://".length();
        while (end < text.length() && "0123456789.:".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return text.substring(start, end);
    }

    /// A channel that breaks when it is told to.
    private static final class BreakingChannel implements ControlChannel {
        private final ControlChannel channel;
        private final AtomicBoolean broken;

        BreakingChannel(final ControlChannel channel, final AtomicBoolean broken) {
            this.channel = channel;
            this.broken = broken;
        }

        @Override
        public ControlKind kind() {
            return channel.kind();
        }

        @Override
        public ControlAddress endpoint() {
            return channel.endpoint();
        }

        @Override
        public long connect(final ControlAddress endpoint) {
            return channel.connect(endpoint);
        }

        @Override
        public void disconnect(final long route) {
            channel.disconnect(route);
        }

        @Override
        public SendResult send(final long route, final byte[] frame) {
            return channel.send(route, frame);
        }

        @Override
        public int receive(final Inbox inbox, final int limit) {
            if (broken.get()) {
                throw new ControlException("the context is gone", null);
            }
            return channel.receive(inbox, limit);
        }

        @Override
        public void await(final long timeoutNanos) {
            channel.await(timeoutNanos);
        }

        @Override
        public void wakeUp() {
            channel.wakeUp();
        }

        @Override
        public ControlCounters counters() {
            return channel.counters();
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    @Test
    void shouldGiveEveryTransferUpWhenAPartBreaks() throws Exception {
        final AtomicBoolean broken = new AtomicBoolean();
        final Site left =
                rig.start(
                        BounceAgent.named("left")
                                .config(AgentRig.config())
                                .channel(
                                        identity ->
                                                new BreakingChannel(
                                                        ZmqControlChannel.open(
                                                                ZmqSettings.loopback(), identity),
                                                        broken)));
        final Site right = start("right");
        AgentRig.connect(left, right);
        final TransferHandle held =
                left.agent()
                        .submit(
                                rig.pairs(left.pool(), right.pool(), 5, 1, 9),
                                "right",
                                new CompletableFuture<Void>(),
                                Tag.EMPTY);
        broken.set(true);
        final List<CompletableFuture<TransferResult>> futures = submitMany(left, right, 3);
        futures.add(held.future());
        for (final CompletableFuture<TransferResult> future : futures) {
            final ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> AgentRig.await(future));
            assertInstanceOf(AgentFailedException.class, failure.getCause());
            assertTrue(failure.getMessage().contains("the context is gone"));
        }
        assertNotNull(AgentRig.await(left.agent().recording()));
        assertTrue(left.agent().fault().orElseThrow().contains("the context is gone"));
        assertEquals(Optional.empty(), right.agent().fault());
        left.agent().close();
        assertFalse(
                left.agent().awaitReady("right").isDone()
                        && !left.agent().awaitReady("right").isCompletedExceptionally());
    }

    @Test
    void shouldCompleteFuturesThoughTheExecutorRefuses() throws Exception {
        final Site left =
                rig.start(
                        BounceAgent.named("left")
                                .config(AgentRig.config())
                                .executor(
                                        _ -> {
                                            throw new RejectedExecutionException("full");
                                        }));
        final Site right = start("right");
        AgentRig.connect(left, right);
        for (final CompletableFuture<TransferResult> future : submitMany(left, right, 3)) {
            assertTrue(AgentRig.await(future).isSuccess());
        }
    }
}

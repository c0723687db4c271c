package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Tag;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/// What the application sees when a part breaks, or what comes from outside is wrong.
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
                assertTrue(AgentRig.await(rig.submitMany(left, right, 1).getFirst()).isSuccess());
                seen =
                        right.agent()
                                .metrics()
                                .malformedFrames()
                                .getOrDefault(Decoded.Reason.BAD_MAGIC, 0L);
            }
            assertTrue(seen > 0, "the garbage never arrived");
        }
    }

    @Test
    void shouldGiveEveryTransferUpWhenAPartBreaks() throws Exception {
        final BreakingChannel.Faults faults = new BreakingChannel.Faults();
        final Site left =
                rig.start(
                        BounceAgent.named("left").config(AgentRig.config()).channel(faults::open));
        final Site right = start("right");
        AgentRig.connect(left, right);
        final TransferHandle held =
                left.agent()
                        .submit(
                                rig.pairs(left.pool(), right.pool(), 5, 1, 9),
                                "right",
                                new CompletableFuture<Void>(),
                                Tag.EMPTY);
        faults.broken.set(true);
        final List<CompletableFuture<TransferResult>> futures = rig.submitMany(left, right, 3);
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
        for (final CompletableFuture<TransferResult> future : rig.submitMany(left, right, 3)) {
            assertTrue(AgentRig.await(future).isSuccess());
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
}

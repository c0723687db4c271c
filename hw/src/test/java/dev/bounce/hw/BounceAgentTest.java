package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole agents over real sockets in one process: what the application sees.
@Timeout(60)
class BounceAgentTest {
    private final AgentRig rig = new AgentRig(7);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    @ParameterizedTest
    @CsvSource({"4, 512, 512", "40, 700, 700", "500, 256, 256", "1000, 1, 31", "90, 1, 16000"})
    void shouldMoveEveryByteAndNoOther(final int count, final int least, final int most)
            throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        rig.randomize(left.pool());
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), count, least, most);
        final TransferHandle handle = left.agent().submit(pairs, "right");
        final TransferResult result = AgentRig.await(handle.future());
        assertEquals(Outcome.SUCCESS, result.outcome());
        assertEquals(TransferRoute.BOUNCE, result.route());
        assertTrue(result.delivered() && result.quiescent());
        assertNull(result.directReason());
        assertTrue(result.timings().acceptedNanos() > 0);
        assertTrue(result.timings().resolvedNanos() >= result.timings().acceptedNanos());
        final TransferProgress progress = handle.progress();
        assertEquals(TransferProgress.Stage.RESOLVED, progress.stage());
        assertEquals(progress.chunks(), progress.chunksStaged());
        rig.verify(left.pool(), right.pool(), pairs);
        assertEquals(1, left.agent().metrics().coalesced());
        assertEquals(pairs.totalBytes(), left.agent().metrics().coalescedBytes());
        assertEquals(1, right.agent().metrics().delivered());
        assertEquals(0, left.agent().metrics().open());
    }

    @Test
    void shouldMoveARequestLargerThanBothArenas() throws Exception {
        final Site left = start("left", "arena.size", "64KiB");
        final Site right = start("right", "arena.size", "64KiB");
        rig.randomize(left.pool());
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 600, 2_000, 6_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.SUCCESS, result.outcome());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldMoveBothWaysAtOnceFromSeveralThreads() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        AgentRig.connect(right, left);
        final int threads = 4;
        final int area = AgentRig.POOL_BYTES / 2 / threads;
        final List<CompletableFuture<Void>> done = new ArrayList<>();
        for (int index = 0; index < 2 * threads; index++) {
            final Site from = index % 2 == 0 ? left : right;
            final Site to = index % 2 == 0 ? right : left;
            final long at = (long) (index / 2) * area;
            final MemorySegment source = from.pool().asSlice(at, area);
            final MemorySegment target = to.pool().asSlice(AgentRig.POOL_BYTES / 2 + at, area);
            rig.randomize(source);
            final DescriptorPairs pairs = rig.pairs(source, target, 120, 1_000, 3_000);
            final CompletableFuture<Void> future = new CompletableFuture<>();
            done.add(future);
            Thread.ofPlatform()
                    .start(
                            () -> {
                                try {
                                    for (int round = 0; round < 5; round++) {
                                        final TransferHandle handle =
                                                from.agent().submit(pairs, to.agent().name());
                                        assertEquals(
                                                Outcome.SUCCESS,
                                                AgentRig.await(handle.future()).outcome());
                                    }
                                    rig.verify(source, target, pairs);
                                    future.complete(null);
                                } catch (final Throwable failure) {
                                    future.completeExceptionally(failure);
                                }
                            });
        }
        for (final CompletableFuture<Void> future : done) {
            AgentRig.await(future);
        }
        assertEquals(5 * threads, left.agent().metrics().coalesced());
        assertEquals(5 * threads, right.agent().metrics().coalesced());
    }

    @Test
    void shouldServeManyRequestsOfOneLink() throws Exception {
        final Site left = start("left", "link.max-flows", "8");
        final Site right = start("right", "link.max-flows", "8");
        rig.randomize(left.pool());
        AgentRig.connect(left, right);
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        final DescriptorPairs[] all = new DescriptorPairs[200];
        for (int index = 0; index < all.length; index++) {
            all[index] =
                    rig.pairs(
                            left.pool().asSlice(index * 4_096L, 4_096),
                            right.pool().asSlice(index * 4_096L, 4_096),
                            6,
                            100,
                            500);
            futures.add(left.agent().submit(all[index], "right").future());
        }
        for (final CompletableFuture<TransferResult> future : futures) {
            assertEquals(Outcome.SUCCESS, AgentRig.await(future).outcome());
        }
        rig.verify(left.pool(), right.pool(), all);
    }

    @Test
    void shouldServeSeveralSendersWithOneReceiver() throws Exception {
        final Site right = start("right");
        final DescriptorPairs[] all = new DescriptorPairs[3];
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        final int area = AgentRig.POOL_BYTES / 4;
        final List<Site> senders = new ArrayList<>();
        for (int index = 0; index < all.length; index++) {
            senders.add(start("left" + index));
            rig.randomize(senders.get(index).pool());
            AgentRig.connect(senders.get(index), right);
        }
        for (int index = 0; index < all.length; index++) {
            all[index] =
                    rig.pairs(
                            senders.get(index).pool(),
                            right.pool().asSlice((long) index * area, area),
                            200,
                            500,
                            4_000);
            futures.add(senders.get(index).agent().submit(all[index], "right").future());
        }
        for (int index = 0; index < all.length; index++) {
            assertEquals(Outcome.SUCCESS, AgentRig.await(futures.get(index)).outcome());
            rig.verify(
                    senders.get(index).pool(),
                    right.pool().asSlice((long) index * area, area),
                    all[index]);
        }
    }

    @Test
    void shouldRejectACoalescedTransferOutsideThePeersMemory() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        AgentRig.await(right.agent().deregister(right.pool()));
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 1, 9);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.REJECTED, result.outcome());
        assertFalse(result.delivered());
        assertTrue(result.quiescent());
        rig.verify(left.pool(), right.pool());
    }

    @Test
    void shouldSucceedAtOnceWithNothingToMove() throws Exception {
        final Site left = start("left", "gate.min-descriptors", "0");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 20, 0, 0);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertEquals(Outcome.SUCCESS, result.outcome());
        rig.verify(left.pool(), right.pool());
    }

    @Test
    void shouldRefuseAnUnknownPeer() throws Exception {
        final Site left = start("left");
        final DescriptorPairs pairs = rig.pairs(left.pool(), left.pool(), 20, 1, 9);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "nobody").future());
        assertNull(result.outcome());
        assertEquals(Refusal.UNKNOWN_PEER, result.refusal());
        assertFalse(result.isSuccess());
        assertEquals(1L, left.agent().metrics().refused().get(Refusal.UNKNOWN_PEER));
        assertThrows(
                ExecutionException.class, () -> AgentRig.await(left.agent().awaitReady("nobody")));
    }

    @Test
    void shouldRefuseDescriptionsItCannotUse() {
        final Site left = start("left");
        assertReason(LoadResult.Reason.SELF, left, left.agent().describe());
        assertReason(LoadResult.Reason.MALFORMED, left, new byte[0]);
        assertReason(LoadResult.Reason.MALFORMED, left, new byte[] {1, 2, 3});
        assertReason(LoadResult.Reason.NO_CAPABILITY, left, new byte[16]);
    }

    private static void assertReason(
            final LoadResult.Reason reason, final Site site, final byte[] description) {
        final LoadResult.Refused refused =
                assertInstanceOf(LoadResult.Refused.class, site.agent().load(description));
        assertEquals(reason, refused.reason(), refused.detail());
    }

    @Test
    void shouldStartWhenReadyIsThere() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 900);
        final CompletableFuture<Void> ready = new CompletableFuture<>();
        final TransferHandle handle = left.agent().submit(pairs, "right", ready, Tag.EMPTY);
        assertEquals(TransferProgress.Stage.HELD, handle.progress().stage());
        rig.randomize(left.pool());
        ready.complete(null);
        assertTrue(AgentRig.await(handle.future()).isSuccess());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldDoNothingWhenReadyFailsOrTheHeldTransferIsCancelled() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 900);
        final CompletableFuture<Void> ready = new CompletableFuture<>();
        final TransferHandle failed = left.agent().submit(pairs, "right", ready, Tag.EMPTY);
        ready.completeExceptionally(new IllegalStateException("the kernel failed"));
        final ExecutionException failure =
                assertThrows(ExecutionException.class, () -> AgentRig.await(failed.future()));
        assertTrue(failure.getMessage().contains("the kernel failed"));
        final TransferHandle cancelled =
                left.agent().submit(pairs, "right", new CompletableFuture<Void>(), Tag.EMPTY);
        cancelled.cancel();
        final TransferResult result = AgentRig.await(cancelled.future());
        assertEquals(Outcome.CANCELLED, result.outcome());
        assertTrue(result.quiescent());
        rig.verify(left.pool(), right.pool());
    }

    @Test
    void shouldTellTheReceiverWhatHasLanded() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final Tag early = Tag.of("request 1");
        final Tag late = Tag.of("request 2");
        final CompletableFuture<Delivery> first = new CompletableFuture<>();
        right.agent().onDelivered("left", early, first::complete);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 900);
        AgentRig.await(left.agent().submit(pairs, "right", null, early).future());
        assertEquals(early, AgentRig.await(first).tag());
        assertTrue(first.join().bytes() >= pairs.totalBytes());
        AgentRig.await(left.agent().submit(pairs, "right", null, late).future());
        final CompletableFuture<Delivery> second = new CompletableFuture<>();
        right.agent().onDelivered("left", late, second::complete);
        assertEquals("left", AgentRig.await(second).peer());
    }

    @Test
    void shouldRefuseMoreTransfersThanMayWait() throws Exception {
        final Site left =
                rig.start(BounceAgent.named("left").config(AgentRig.config()).maxSubmits(1));
        final Site right = start("right");
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 1, 9);
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        for (int index = 0; index < 2_000; index++) {
            futures.add(left.agent().submit(pairs, "right").future());
        }
        int busy = 0;
        for (final CompletableFuture<TransferResult> future : futures) {
            final TransferResult result = AgentRig.await(future);
            assertTrue(result.isSuccess() || result.refusal() == Refusal.BUSY, result.toString());
            busy += result.refusal() == Refusal.BUSY ? 1 : 0;
        }
        assertTrue(busy > 0, "no transfer had to wait");
        assertEquals((long) busy, left.agent().metrics().refused().get(Refusal.BUSY));
    }

    @Test
    void shouldKeepARecordingThatReplays() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 900);
        assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
        assertNotNull(AgentRig.await(left.agent().recording()).recording().replay());
        left.agent().close();
        assertNotNull(AgentRig.await(left.agent().recording()).recording().replay());
    }
}

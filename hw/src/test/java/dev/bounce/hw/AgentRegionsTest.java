package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.vmm.Pairing;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.RegionProbe;
import dev.bounce.model.vmm.VirtualPool;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rows G1, G3, G4 and G7 to G10 over real agents, as WRITE, where what backs the memory of the
/// host is made up: chunks of sizes that differ from agent to agent and divide nothing.
class AgentRegionsTest {
    private static final int CHUNKS = 64;
    private static final int SENDER_CHUNK = 48_000;
    private static final int RECEIVER_CHUNK = 32_500;

    private final AgentRig rig = new AgentRig(11);
    private final Arena owner = Arena.ofShared();
    private final Chunks chunks = new Chunks();

    @AfterEach
    void close() {
        rig.close();
        owner.close();
    }

    /// Memory that is made of chunks, if it is known here.
    private static final class Chunks implements RegionProbe {
        private final List<VirtualPool> pools = new ArrayList<>();

        synchronized void map(final MemorySegment segment, final int chunkBytes) {
            final VirtualPool pool =
                    new VirtualPool(segment.address(), segment.byteSize(), chunkBytes, 0);
            pool.resize(segment.byteSize() / chunkBytes);
            pools.removeIf(old -> old.base() == segment.address());
            pools.add(pool);
        }

        synchronized void unmap(final MemorySegment segment) {
            pools.removeIf(old -> old.base() == segment.address());
        }

        @Override
        public synchronized Allocation allocationAt(final long address) {
            for (final VirtualPool pool : pools) {
                final Allocation found = pool.allocationAt(address);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
    }

    private Site start(final String name, final int chunkBytes, final String... changes) {
        final BounceAgent agent =
                rig.start(BounceAgent.named(name).config(AgentRig.config(changes)).probe(chunks))
                        .agent();
        final MemorySegment pool = owner.allocate((long) CHUNKS * chunkBytes);
        pool.fill(AgentRig.CANARY);
        chunks.map(pool, chunkBytes);
        assertEquals(chunkBytes, agent.register(pool).orThrow().chunkBytes());
        return new Site(agent, pool);
    }

    private static List<RegisteredRegion> described(final Site site) {
        return ((DecodedDescription.Value) AgentDescription.decode(site.agent().describe()))
                .description()
                .regions();
    }

    private static RegionMap map(final Site site) {
        return RegionMap.of(described(site));
    }

    /// No piece crosses an edge on either side.
    private static void requireCut(
            final DescriptorPairs pieces, final RegionMap source, final RegionMap destination) {
        for (int piece = 0; piece < pieces.size(); piece++) {
            requireInChunk(source, pieces.source()[piece], pieces.bytes()[piece]);
            requireInChunk(destination, pieces.destination()[piece], pieces.bytes()[piece]);
        }
    }

    private static void requireInChunk(
            final RegionMap regions, final long address, final long bytes) {
        final RegisteredRegion region = regions.find(address);
        final long chunk = region.chunkBytes() == 0 ? region.bytes() : region.chunkBytes();
        assertTrue(
                region.chunkOffset(address) + bytes <= chunk,
                "%#x of %d bytes".formatted(address, bytes));
    }

    private void write(final Site from, final Site to, final DescriptorPairs pairs)
            throws Exception {
        rig.randomize(from.pool());
        to.pool().fill(AgentRig.CANARY);
        final TransferHandle handle = from.agent().submit(pairs, to.agent().name());
        assertNull(handle.fault());
        assertTrue(AgentRig.await(handle.future()).isSuccess());
        rig.verify(from.pool(), to.pool(), pairs);
        if (handle.transfer() instanceof Transfer.Direct direct) {
            requireCut(direct.pairs(), map(from), map(to));
            assertTrue(direct.pairs().size() > pairs.size());
        }
    }

    /// G1 and G3, coalesced and direct; G4, a third agent that loads the peer later.
    @Test
    void shouldWriteAcrossChunksOfTwoSizesOnEitherPath() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        for (final String enabled : new String[] {"true", "false"}) {
            final Site sender = start("sender-" + enabled, SENDER_CHUNK, "enabled", enabled);
            sender.agent().load(receiver.agent().describe());
            if (enabled.equals("true")) {
                AgentRig.await(sender.agent().awaitReady("receiver"));
            }
            write(sender, receiver, rig.pairs(sender.pool(), receiver.pool(), 200, 1_000, 9_000));
        }
        assertEquals(1, receiver.agent().metrics().delivered());
    }

    @Test
    void shouldJoinDirectPiecesInsideChunksOnly() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK, "enabled", "false");
        sender.agent().load(receiver.agent().describe());
        final int count = 1_000;
        final int bytes = 325;
        final long[] from = new long[count];
        final long[] to = new long[count];
        final long[] lengths = new long[count];
        for (int pair = 0; pair < count; pair++) {
            final int place = (pair * 7 + 3) % count;
            from[pair] = sender.pool().address() + (long) place * bytes;
            to[pair] = receiver.pool().address() + (long) place * bytes;
            lengths[pair] = bytes;
        }
        final DescriptorPairs pairs = DescriptorPairs.of(from, to, lengths);
        rig.randomize(sender.pool());
        final TransferHandle handle = sender.agent().submit(pairs, "receiver");
        assertTrue(AgentRig.await(handle.future()).isSuccess());
        rig.verify(sender.pool(), receiver.pool(), pairs);
        final DescriptorPairs pieces = ((Transfer.Direct) handle.transfer()).pairs();
        requireCut(pieces, map(sender), map(receiver));
        // Edges at 9 multiples of 32,500 and 6 of 48,000 below 325,000, none at one place.
        assertEquals(16, pieces.size());
    }

    /// G7.
    @Test
    void shouldReplaceTheRegionsOfAPeerThatIsLoadedAnew() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK, "enabled", "false");
        sender.agent().load(receiver.agent().describe());
        final DescriptorPairs pairs = rig.pairs(sender.pool(), receiver.pool(), 4, 99_000, 99_001);
        write(sender, receiver, pairs);
        AgentRig.await(receiver.agent().deregister(receiver.pool()));
        chunks.map(receiver.pool(), RECEIVER_CHUNK / 5);
        receiver.agent().register(receiver.pool()).orThrow();
        sender.agent().load("receiver", receiver.agent().describe());
        write(sender, receiver, pairs);
        AgentRig.await(receiver.agent().deregister(receiver.pool()));
        sender.agent().load(receiver.agent().describe());
        final TransferHandle outside = sender.agent().submit(pairs, "receiver");
        assertEquals(
                new Pairing.Refused(Pairing.Reason.DESTINATION_UNREGISTERED, 0), outside.fault());
        assertEquals(Refusal.UNKNOWN_MEMORY, AgentRig.await(outside.future()).refusal());
    }

    /// G8 and its opposite.
    @Test
    void shouldDescribeWhatIsRegisteredAndNothingElse() throws Exception {
        final Site site = start("site", SENDER_CHUNK);
        final byte[] before = site.agent().describe();
        final MemorySegment other = owner.allocate(3 * SENDER_CHUNK);
        chunks.map(other, SENDER_CHUNK);
        assertInstanceOf(RegisterResult.Refused.class, site.agent().register(other.asReadOnly()));
        final RegisterResult.Refused inside =
                assertInstanceOf(
                        RegisterResult.Refused.class,
                        site.agent().register(other.asSlice(1, 2 * SENDER_CHUNK)));
        assertEquals(RegisterResult.Reason.STARTS_INSIDE_CHUNK, inside.reason());
        final RegisterResult.Refused twice =
                assertInstanceOf(RegisterResult.Refused.class, site.agent().register(site.pool()));
        assertEquals(RegisterResult.Reason.OVERLAPS, twice.reason());
        assertEquals(List.of(), differences(before, site.agent().describe()));
        site.agent().register(other).orThrow();
        assertEquals(3, described(site).size());
        AgentRig.await(site.agent().deregister(other));
        assertEquals(List.of(), differences(before, site.agent().describe()));
    }

    private static List<Integer> differences(final byte[] one, final byte[] other) {
        final List<Integer> places = new ArrayList<>();
        for (int at = 0; at < Math.max(one.length, other.length); at++) {
            if (at >= one.length || at >= other.length || one[at] != other[at]) {
                places.add(at);
            }
        }
        return places;
    }

    /// G9.
    @Test
    void shouldDeregisterAfterMemoryIsUnmapped() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK);
        AgentRig.connect(sender, receiver);
        chunks.unmap(receiver.pool());
        AgentRig.await(receiver.agent().deregister(receiver.pool()));
        assertEquals(0, receiver.agent().register(receiver.pool()).orThrow().chunkBytes());
        sender.agent().load(receiver.agent().describe());
        AgentRig.await(sender.agent().awaitReady("receiver"));
        write(sender, receiver, rig.pairs(sender.pool(), receiver.pool(), 60, 9_000, 30_000));
    }

    /// G10.
    @Test
    void shouldDrainSubmitsOfOtherThreadsWhenItShutsDown() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK);
        AgentRig.connect(sender, receiver);
        final DescriptorPairs pairs = rig.pairs(sender.pool(), receiver.pool(), 50, 100, 9_000);
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        final AtomicBoolean enough = new AtomicBoolean();
        final CompletableFuture<Void> submitted = new CompletableFuture<>();
        final Thread submitter =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    while (!enough.get() && futures.size() < 20_000) {
                                        futures.add(
                                                sender.agent().submit(pairs, "receiver").future());
                                        submitted.complete(null);
                                    }
                                });
        AgentRig.await(submitted);
        AgentRig.await(sender.agent().shutDown());
        enough.set(true);
        submitter.join();
        for (final CompletableFuture<TransferResult> future : futures) {
            assertTrue(AgentRig.await(future).quiescent() || !future.isCompletedExceptionally());
        }
        assertEquals(
                RegisterResult.Reason.CLOSED,
                assertInstanceOf(
                                RegisterResult.Refused.class,
                                sender.agent().register(owner.allocate(64)))
                        .reason());
        assertEquals(
                LoadResult.Reason.CLOSED,
                assertInstanceOf(
                                LoadResult.Refused.class,
                                sender.agent().load(receiver.agent().describe()))
                        .reason());
        assertEquals(
                Refusal.SHUT_DOWN,
                AgentRig.await(sender.agent().submit(pairs, "receiver").future()).refusal());
        sender.agent().forget("receiver");
        AgentRig.await(sender.agent().shutDown());
    }

    @Test
    void shouldKeepARangeForATransferThatWaits() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK);
        AgentRig.connect(sender, receiver);
        final CompletableFuture<Void> ready = new CompletableFuture<>();
        final DescriptorPairs pairs = rig.pairs(sender.pool(), receiver.pool(), 50, 100, 9_000);
        final TransferHandle waiting = sender.agent().submit(pairs, "receiver", ready, Tag.EMPTY);
        final CompletableFuture<Void> gone = sender.agent().deregister(sender.pool());
        assertTrue(described(sender).stream().noneMatch(region -> region.chunkBytes() != 0));
        final TransferHandle late = sender.agent().submit(pairs, "receiver");
        assertEquals(new Pairing.Refused(Pairing.Reason.SOURCE_UNREGISTERED, 0), late.fault());
        assertEquals(Refusal.UNKNOWN_MEMORY, AgentRig.await(late.future()).refusal());
        assertFalse(gone.isDone());
        ready.complete(null);
        AgentRig.await(waiting.future());
        AgentRig.await(gone);
    }

    @Test
    void shouldRefuseTheDescriptionOfAnotherName() throws Exception {
        final Site receiver = start("receiver", RECEIVER_CHUNK);
        final Site sender = start("sender", SENDER_CHUNK);
        final LoadResult.Refused refused =
                assertInstanceOf(
                        LoadResult.Refused.class,
                        sender.agent().load("somebody", receiver.agent().describe()));
        assertEquals(LoadResult.Reason.NAME_DIFFERS, refused.reason());
        assertTrue(refused.detail().contains("receiver"), refused.detail());
        final DescriptorPairs pairs = rig.pairs(sender.pool(), receiver.pool(), 5, 1, 2);
        for (final String name : new String[] {"somebody", "receiver"}) {
            assertEquals(
                    Refusal.UNKNOWN_PEER,
                    AgentRig.await(sender.agent().submit(pairs, name).future()).refusal());
        }
        assertInstanceOf(
                LoadResult.Loaded.class,
                sender.agent().load("receiver", receiver.agent().describe()));
    }
}

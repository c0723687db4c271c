package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.hw.vmm.VmmPool;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers of real agents between pools of virtual memory, whose slots straddle the chunks of
/// either side. Every byte of the destination is compared, after it was poisoned.
@Timeout(90)
abstract class VmmAgentContract {
    static final int SLOT_BYTES = 8_191;
    private static final byte POISON = (byte) 0xDB;

    private final Arena owner = Arena.ofShared();
    private final List<Site> sites = new ArrayList<>();

    /// One agent with its driver and pool.
    record Site(BounceAgent agent, VmmDriver driver, VmmPool pool) {
        MemorySegment segment() {
            return driver.segment(pool.base(), pool.mappedBytes());
        }
    }

    /// A driver of its own for each agent.
    ///
    /// @param site 0 sends, 1 receives
    abstract VmmDriver open(int site);

    /// What the agent of that driver needs besides name and settings.
    abstract BounceAgentBuilder on(BounceAgentBuilder builder, VmmDriver driver);

    private Site start(
            final String name, final int site, final int unitsPerChunk, final int chunks) {
        return start(name, site, unitsPerChunk, chunks, "true");
    }

    Site start(
            final String name,
            final int site,
            final int unitsPerChunk,
            final int chunks,
            final String enabled) {
        final VmmDriver driver = open(site);
        final long chunkBytes = unitsPerChunk * driver.granularity();
        final VmmPool pool =
                new VmmPool(driver, 8 * chunkBytes, chunkBytes, List.of(driver.device()));
        pool.resize(chunks);
        final BounceAgent agent =
                on(BounceAgent.named(name).config(AgentRig.config("enabled", enabled)), driver)
                        .start();
        final Site made = new Site(agent, driver, pool);
        sites.add(made);
        return made;
    }

    @AfterEach
    void close() {
        sites.forEach(site -> site.agent().shutDown());
        sites.forEach(
                site -> {
                    site.agent().close();
                    site.pool().close();
                    assertEquals(List.of(), site.pool().leaks());
                    site.driver().close();
                });
        owner.close();
    }

    /// Slot by slot, in reverse order on the other side.
    static DescriptorPairs slots(final Site from, final Site to) {
        final int count =
                (int) (Math.min(from.pool().mappedBytes(), to.pool().mappedBytes()) / SLOT_BYTES);
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        for (int slot = 0; slot < count; slot++) {
            source[slot] = from.pool().base() + (long) slot * SLOT_BYTES;
            destination[slot] = to.pool().base() + (long) (count - 1 - slot) * SLOT_BYTES;
            bytes[slot] = SLOT_BYTES;
        }
        return DescriptorPairs.of(source, destination, bytes);
    }

    private static int straddling(final VmmPool pool, final long[] addresses) {
        int found = 0;
        for (final long address : addresses) {
            final long offset = (address - pool.base()) % pool.chunkBytes();
            found += offset + SLOT_BYTES > pool.chunkBytes() ? 1 : 0;
        }
        return found;
    }

    /// @param sent what the source is filled with first
    void verify(final Site to, final MemorySegment sent, final DescriptorPairs pairs) {
        final MemorySegment expected = owner.allocate(to.pool().mappedBytes());
        expected.fill(POISON);
        for (int pair = 0; pair < pairs.size(); pair++) {
            MemorySegment.copy(
                    sent,
                    (long) pair * SLOT_BYTES,
                    expected,
                    pairs.destination()[pair] - to.pool().base(),
                    SLOT_BYTES);
        }
        final MemorySegment found = owner.allocate(to.pool().mappedBytes());
        to.driver().read(to.pool().base(), found);
        assertEquals(-1, expected.mismatch(found), "first byte that differs");
    }

    MemorySegment fill(final Site from, final Site to, final int seed) {
        final byte[] random = new byte[(int) from.pool().mappedBytes()];
        new SplittableRandom(seed).nextBytes(random);
        final MemorySegment sent = owner.allocateFrom(ValueLayout.JAVA_BYTE, random);
        from.driver().write(sent, from.pool().base());
        to.driver().fill(to.pool().base(), POISON, to.pool().mappedBytes());
        return sent;
    }

    static void register(final Site site) {
        final RegisteredRegion region = site.agent().register(site.segment()).orThrow();
        assertEquals(
                new RegisteredRegion(
                        site.pool().base(), site.pool().mappedBytes(), site.pool().chunkBytes()),
                region);
    }

    private void transfer(final Site from, final Site to, final int seed) throws Exception {
        final DescriptorPairs pairs = slots(from, to);
        assertTrue(straddling(from.pool(), pairs.source()) > 2);
        assertTrue(straddling(to.pool(), pairs.destination()) > 0);
        final MemorySegment sent = fill(from, to, seed);
        final TransferHandle handle = from.agent().submit(pairs, to.agent().name());
        assertNull(handle.fault());
        assertInstanceOf(Transfer.Coalesced.class, handle.transfer());
        final TransferResult result = AgentRig.await(handle.future());
        assertTrue(result.isSuccess(), result.toString());
        verify(to, sent, pairs);
    }

    private static void load(final Site from, final Site to) throws Exception {
        from.agent().load(to.agent().describe());
        AgentRig.await(from.agent().awaitReady(to.agent().name()));
    }

    @Test
    void shouldCoalesceAcrossTheChunksOfBothSides() throws Exception {
        final Site from = start("from", 0, 1, 4);
        final Site to = start("to", 1, 2, 2);
        register(from);
        register(to);
        load(from, to);
        transfer(from, to, 1);
        transfer(from, to, 2);
    }

    @Test
    void shouldUseChunksThatWereAddedLaterOnceTheyAreRegisteredAnew() throws Exception {
        final Site from = start("from", 0, 1, 6);
        final Site to = start("to", 1, 1, 2);
        register(from);
        register(to);
        load(from, to);
        AgentRig.await(to.agent().deregister(to.segment()));
        to.pool().resize(6);
        register(to);
        load(from, to);
        transfer(from, to, 3);
    }
}

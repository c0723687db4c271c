package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.vmm.LocalRegionBook.Deregistration;
import dev.bounce.model.vmm.LocalRegionBook.Prepared;
import dev.bounce.model.vmm.LocalRegionBook.Reason;
import dev.bounce.model.vmm.LocalRegionBook.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalRegionBookTest {
    private static final long BASE = 0x7F00_0020_0000L;
    private static final RegisteredRegion CHUNKED = new RegisteredRegion(BASE, 0x400, 0x100);

    private final LocalRegionBook book = new LocalRegionBook();
    private final VirtualPool pool = new VirtualPool(BASE, 0x1000, 0x100, 0);

    LocalRegionBookTest() {
        pool.resize(8);
    }

    private LocalRegionBook.Preparation prepare(final long... words) {
        final MemoryDescriptor[] descriptors = new MemoryDescriptor[words.length / 2];
        for (int index = 0; index < descriptors.length; index++) {
            descriptors[index] = new MemoryDescriptor(words[2 * index], words[2 * index + 1]);
        }
        return book.prepare(List.of(descriptors), pool);
    }

    private long batch(final long... words) {
        return assertInstanceOf(Prepared.class, prepare(words)).batch();
    }

    private void register(final long... words) {
        assertTrue(book.publish(batch(words)));
    }

    @Test
    void shouldPublishOnlyWhatWasRegistered() {
        final Prepared prepared = assertInstanceOf(Prepared.class, prepare(BASE, 0x400));
        assertEquals(List.of(CHUNKED), prepared.regions());
        assertEquals(RegionMap.EMPTY, book.regions());
        assertTrue(book.publish(prepared.batch()));
        assertEquals(RegionMap.of(CHUNKED), book.regions());
        assertFalse(book.publish(prepared.batch()));
    }

    /// G8.
    @Test
    void shouldLeaveNoTraceOfAFailedRegistration() {
        register(BASE, 0x400);
        final long batch = batch(BASE + 0x400, 0x200);
        assertTrue(book.abandon(batch));
        assertEquals(RegionMap.of(CHUNKED), book.regions());
        assertFalse(book.abandon(batch));
        assertFalse(book.publish(batch));
        register(BASE + 0x400, 0x200);
        assertEquals(2, book.regions().size());
    }

    /// Finding 3.
    @Test
    void shouldMixChunkSizesInOneBatch() {
        final VirtualPool other = new VirtualPool(0x9000, 0x400, 0x200, 0);
        other.resize(2);
        final Prepared prepared =
                assertInstanceOf(
                        Prepared.class,
                        book.prepare(
                                List.of(
                                        new MemoryDescriptor(BASE, 0x400),
                                        new MemoryDescriptor(0x9000, 0x400),
                                        new MemoryDescriptor(0x100, 0),
                                        new MemoryDescriptor(0x100, 8)),
                                address ->
                                        address >= BASE
                                                ? pool.allocationAt(address)
                                                : other.allocationAt(address)));
        assertEquals(
                List.of(
                        CHUNKED,
                        new RegisteredRegion(0x9000, 0x400, 0x200),
                        new RegisteredRegion(0x100, 8, 0)),
                prepared.regions());
    }

    @Test
    void shouldRefuseWhatSharesBytesWithAnyStage() {
        assertEquals(
                new Refused(Reason.OVERLAPS, 1, BASE + 0x100),
                prepare(BASE, 0x200, BASE + 0x100, 0x200));
        final long batch = batch(BASE, 0x400);
        assertEquals(new Refused(Reason.OVERLAPS, 0, BASE), prepare(BASE, 0x400));
        book.publish(batch);
        assertEquals(new Refused(Reason.OVERLAPS, 0, BASE), prepare(BASE, 0x800));
        book.deregister(BASE);
        assertEquals(new Refused(Reason.OVERLAPS, 0, BASE + 0x300), prepare(BASE + 0x300, 0x200));
        book.takeIdle();
        assertEquals(new Refused(Reason.OVERLAPS, 0, BASE), prepare(BASE, 0x100));
        assertTrue(book.deregistered(BASE));
        register(BASE, 0x800);
        assertEquals(0x800, book.regions().region(0).bytes());
    }

    @Test
    void shouldRefuseIrregularMemoryByName() {
        assertEquals(
                new Refused(Reason.STARTS_INSIDE_CHUNK, 1, BASE + 0x208),
                prepare(BASE, 0x200, BASE + 0x208, 0x200));
        assertEquals(RegionMap.EMPTY, book.regions());
    }

    /// G9.
    @Test
    void shouldDeregisterTheRecordedChunksAfterMemoryIsGone() {
        register(BASE, 0x400);
        pool.resize(0);
        assertEquals(Deregistration.IDLE, book.deregister(BASE));
        assertEquals(CHUNKED, book.takeIdle());
        assertNull(book.takeIdle());
        assertTrue(book.deregistered(BASE));
        assertFalse(book.deregistered(BASE));
        assertEquals(Deregistration.UNKNOWN, book.deregister(BASE));
    }

    @Test
    void shouldWaitForEveryTransferThatHoldsARegion() {
        register(BASE, 0x400, BASE + 0x400, 0x400);
        final long both = book.hold(Cuts.pairs(BASE + 0x3F0, 0, 0x20, BASE, 0, 8, BASE, 0, 8));
        final long first = book.hold(Cuts.pairs(BASE, 0, 8, BASE + 0x700, 0, 0));
        assertNotEquals(both, first);
        assertEquals(2, book.holdsOf(BASE));
        assertEquals(1, book.holdsOf(BASE + 0x400));
        assertEquals(Deregistration.DRAINING, book.deregister(BASE));
        assertEquals(Deregistration.UNKNOWN, book.deregister(BASE));
        assertEquals(0, book.hold(Cuts.pairs(BASE, 0, 8)));
        assertTrue(book.release(both));
        assertFalse(book.release(both));
        assertEquals(1, book.holdsOf(BASE));
        assertNull(book.takeIdle());
        assertTrue(book.release(first));
        assertEquals(CHUNKED, book.takeIdle());
        assertEquals(0, book.holdsOf(BASE + 0x400));
    }

    @Test
    void shouldHoldNothingIfASourceIsNotRegistered() {
        register(BASE, 0x400);
        assertEquals(0, book.hold(Cuts.pairs(BASE, 0, 8, BASE + 0x3FC, 0, 8)));
        assertEquals(0, book.holdsOf(BASE));
    }

    /// G10.
    @Test
    void shouldDrainBeforeItIsShut() {
        register(BASE, 0x400);
        final long batch = batch(BASE + 0x400, 0x100);
        final long hold = book.hold(Cuts.pairs(BASE, 0, 8));
        book.shut();
        assertEquals(RegionMap.EMPTY, book.regions());
        assertEquals(0, book.hold(Cuts.pairs(BASE, 0, 8)));
        assertEquals(new Refused(Reason.SHUT, -1, 0), prepare(0x9000, 8));
        assertNull(book.takeIdle());
        assertTrue(book.publish(batch));
        assertEquals(RegionMap.EMPTY, book.regions());
        assertEquals(BASE + 0x400, book.takeIdle().base());
        assertTrue(book.release(hold));
        assertEquals(BASE, book.takeIdle().base());
        book.shut();
        assertFalse(book.isDrained());
        assertTrue(book.deregistered(BASE));
        assertTrue(book.deregistered(BASE + 0x400));
        assertTrue(book.isDrained());
    }
}

package dev.bounce.hw.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.hw.vmm.VmmException.Reason;
import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.vmm.RegionDetection;
import dev.bounce.model.vmm.RegionProbe.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What holds for every [VmmDriver], and for pools over it.
@Timeout(60)
abstract class VmmContract {
    VmmDriver driver;
    long unit;

    /// A driver that lasts one test.
    abstract VmmDriver open();

    @BeforeEach
    void start() {
        driver = open();
        unit = driver.granularity();
    }

    @AfterEach
    void close() {
        if (driver != null) {
            driver.close();
        }
    }

    VmmPool pool(final int chunks, final long chunkBytes) {
        final VmmPool pool =
                new VmmPool(driver, 8 * chunkBytes, chunkBytes, List.of(driver.device()));
        pool.resize(chunks);
        return pool;
    }

    private static MemorySegment random(final Arena owner, final int seed, final long bytes) {
        final byte[] random = new byte[(int) bytes];
        new SplittableRandom(seed).nextBytes(random);
        return owner.allocateFrom(ValueLayout.JAVA_BYTE, random);
    }

    private static void assertReason(final Reason expected, final Runnable call) {
        final VmmException refused = assertThrows(VmmException.class, call::run);
        assertEquals(expected, refused.reason(), refused.getMessage());
    }

    @Test
    void shouldCopyAcrossTheEdgesOfChunks() {
        try (VmmPool pool = pool(4, unit);
                Arena owner = Arena.ofConfined()) {
            driver.fill(pool.base(), (byte) 0x5A, pool.mappedBytes());
            final long bytes = 2 * unit + 77;
            final MemorySegment sent = random(owner, 1, bytes);
            final long at = pool.base() + unit - 33;
            driver.write(sent, at);
            final MemorySegment found = owner.allocate(bytes + 2);
            driver.read(at - 1, found);
            assertEquals(-1, MemorySegment.mismatch(sent, 0, bytes, found, 1, 1 + bytes));
            assertEquals(0x5A, found.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(0x5A, found.get(ValueLayout.JAVA_BYTE, bytes + 1));
        }
    }

    @Test
    void shouldAnswerWithTheChunkBehindAnAddress() {
        try (VmmPool pool = pool(3, 2 * unit)) {
            final long base = pool.base();
            assertEquals(0, base % unit);
            for (int chunk = 0; chunk < 3; chunk++) {
                final long start = base + chunk * 2 * unit;
                final Allocation expected = new Allocation(start, 2 * unit, driver.device());
                assertEquals(expected, driver.allocationAt(start));
                assertEquals(expected, driver.allocationAt(start + 2 * unit - 1));
            }
            assertNull(driver.allocationAt(base + 6 * unit), "reserved, not mapped");
        }
    }

    @Test
    void shouldDetectItsChunksAsARegion() {
        try (VmmPool pool = pool(3, unit)) {
            final long base = pool.base();
            assertEquals(
                    new RegionDetection.Detected(new RegisteredRegion(base, 3 * unit, unit)),
                    detect(base, 3 * unit));
            assertEquals(
                    new RegionDetection.Detected(new RegisteredRegion(base, unit + 1, unit)),
                    detect(base, unit + 1));
            assertEquals(
                    new RegionDetection.Detected(new RegisteredRegion(base + 5, unit - 5, 0)),
                    detect(base + 5, unit - 5));
            assertEquals(
                    new RegionDetection.Refused(
                            RegionDetection.Reason.STARTS_INSIDE_CHUNK, base + 5),
                    detect(base + 5, unit));
        }
    }

    private RegionDetection detect(final long base, final long bytes) {
        return RegionDetection.of(new MemoryDescriptor(base, bytes, driver.device()), driver);
    }

    @Test
    void shouldFindAHoleBetweenChunks() {
        final long base = driver.reserve(3 * unit);
        final long[] handles = new long[3];
        for (int chunk = 0; chunk < 3; chunk++) {
            handles[chunk] = driver.create(unit);
            driver.map(base + chunk * unit, unit, handles[chunk]);
            driver.allow(base + chunk * unit, unit, List.of(driver.device()));
        }
        driver.unmap(base + unit, unit);
        assertEquals(
                new RegionDetection.Refused(RegionDetection.Reason.HOLE, base + unit),
                detect(base, 3 * unit));
        driver.unmap(base, unit);
        driver.unmap(base + 2 * unit, unit);
        for (final long handle : handles) {
            driver.release(handle);
        }
        driver.free(base, 3 * unit);
    }

    @Test
    void shouldKeepItsBaseAndBytesWhenItGrowsAndShrinks() {
        try (VmmPool pool = pool(2, unit);
                Arena owner = Arena.ofConfined()) {
            final long base = pool.base();
            final MemorySegment sent = random(owner, 2, 2 * unit);
            driver.write(sent, base);
            pool.resize(8);
            assertEquals(8, pool.chunks());
            assertEquals(base, pool.base());
            driver.fill(base + 2 * unit, (byte) 1, 6 * unit);
            pool.resize(2);
            assertNull(driver.allocationAt(base + 2 * unit));
            final MemorySegment found = owner.allocate(2 * unit);
            driver.read(base, found);
            assertEquals(-1, sent.mismatch(found));
            assertReason(Reason.INVALID, () -> pool.resize(9));
            assertReason(Reason.INVALID, () -> pool.resize(-1));
            assertEquals(2, pool.chunks());
        }
    }

    @Test
    void shouldTakeBackEverythingInOrder() {
        final VmmPool pool = pool(3, unit);
        final long base = pool.base();
        pool.close();
        pool.close();
        assertEquals(List.of(), pool.leaks());
        assertNull(driver.allocationAt(base));
        assertReason(Reason.INVALID, () -> pool.resize(1));
    }

    @Test
    void shouldKeepMemoryThatIsReleasedWhileItIsMapped() {
        final long base = driver.reserve(unit);
        final long handle = driver.create(unit);
        driver.map(base, unit, handle);
        driver.allow(base, unit, List.of(driver.device()));
        driver.release(handle);
        driver.fill(base, (byte) 3, unit);
        assertNotEquals(null, driver.allocationAt(base));
        driver.unmap(base, unit);
        driver.free(base, unit);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        final long base = driver.reserve(2 * unit);
        final long handle = driver.create(unit);
        assertThrows(VmmException.class, () -> driver.create(unit / 2));
        assertThrows(VmmException.class, () -> driver.create(Long.MAX_VALUE / 2 / unit * unit));
        assertReason(Reason.INVALID, () -> driver.map(base, unit, handle + 1_000));
        driver.map(base, unit, handle);
        assertThrows(VmmException.class, () -> driver.map(base, unit, handle));
        driver.unmap(base, unit);
        driver.release(handle);
        assertReason(Reason.INVALID, () -> driver.release(handle));
        driver.free(base, 2 * unit);
        final List<Integer> own = List.of(driver.device());
        assertThrows(
                IllegalArgumentException.class, () -> new VmmPool(driver, unit, unit / 2, own));
        assertThrows(
                IllegalArgumentException.class, () -> new VmmPool(driver, 3 * unit, 2 * unit, own));
        assertThrows(
                IllegalArgumentException.class,
                () -> new VmmPool(driver, unit, unit, List.of(driver.device() + 1)));
    }
}

package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.vmm.RegionDetection.Detected;
import dev.bounce.model.vmm.RegionDetection.Reason;
import dev.bounce.model.vmm.RegionDetection.Refused;
import dev.bounce.model.vmm.RegionProbe.Allocation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionDetectionTest {
    private static final long BASE = 0x7F00_0020_0000L;

    private static VirtualPool pool(final long chunks) {
        final VirtualPool pool = new VirtualPool(BASE, 0x1000, 0x100, 0);
        assertTrue(pool.resize(chunks));
        return pool;
    }

    /// Allocations laid end to end, as (bytes, device); a device of -1 is a hole.
    private static RegionProbe laid(final long... words) {
        return address -> {
            long at = BASE;
            for (int index = 0; index < words.length; index += 2) {
                if (Long.compareUnsigned(address - at, words[index]) < 0) {
                    return words[index + 1] < 0
                            ? null
                            : new Allocation(at, words[index], (int) words[index + 1]);
                }
                at += words[index];
            }
            return null;
        };
    }

    private static RegionDetection detect(final long bytes, final RegionProbe probe) {
        return RegionDetection.of(new MemoryDescriptor(BASE, bytes), probe);
    }

    private static RegionDetection region(final long bytes, final long chunk) {
        return new Detected(new RegisteredRegion(BASE, bytes, chunk));
    }

    @Test
    void shouldBePlainInOneAllocationOrNone() {
        assertEquals(region(0x100, 0), detect(0x100, pool(4)));
        assertEquals(region(1, 0), detect(1, pool(4)));
        assertEquals(region(0x80, 0), detect(0x80, _ -> null));
        assertEquals(region(0x500, 0), detect(0x500, pool(4)));
    }

    @Test
    void shouldFindTheChunkSizeAlsoIfTheLastChunkIsNotUsedUp() {
        assertEquals(region(0x400, 0x100), detect(0x400, pool(4)));
        assertEquals(region(0x301, 0x100), detect(0x301, pool(4)));
    }

    @Test
    void shouldRefuseAStartInsideAChunk() {
        assertEquals(
                new Refused(Reason.STARTS_INSIDE_CHUNK, BASE + 8),
                RegionDetection.of(new MemoryDescriptor(BASE + 8, 0x200), pool(4)));
    }

    @Test
    void shouldRefuseIrregularMappings() {
        assertEquals(
                new Refused(Reason.HOLE, BASE + 0x100),
                detect(0x300, laid(0x100, 0, 0x100, -1, 0x100, 0)));
        assertEquals(
                new Refused(Reason.CHUNK_SIZES_DIFFER, BASE + 0x100),
                detect(0x400, laid(0x100, 0, 0x200, 0, 0x100, 0)));
        assertEquals(
                new Refused(Reason.CHUNK_SIZES_DIFFER, BASE + 0x200),
                detect(0x240, laid(0x100, 0, 0x100, 0, 0x80, 0)));
        assertEquals(
                new Refused(Reason.DEVICES_DIFFER, BASE + 0x100),
                detect(0x200, laid(0x100, 0, 0x100, 1)));
    }

    @Test
    void shouldGrowAndShrinkAtTheEndOfAPool() {
        final VirtualPool pool = pool(3);
        assertEquals(3, pool.slotCount(0x100));
        assertEquals(2, pool.slotCount(0x180));
        assertEquals(BASE + 0x180, pool.slotAddress(1, 0x180));
        assertTrue(pool.resize(1));
        assertEquals(null, pool.allocationAt(BASE + 0x100));
        assertEquals(new Allocation(BASE, 0x100, 0), pool.allocationAt(BASE + 0xFF));
        assertFalse(pool.resize(17));
        assertFalse(pool.resize(-1));
        assertEquals(0x100, pool.mappedBytes());
        assertThrows(IllegalArgumentException.class, () -> new VirtualPool(0, 0x101, 0x100, 0));
        assertThrows(IllegalArgumentException.class, () -> new VirtualPool(-1, 0x100, 0x100, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2", "1, 2", "2, 4", "3, 4", "4, 8", "7, 8", "8, 16", "15, 16", "16, 32", "99, 32"
    })
    void shouldDoubleChunksWithThePool(final long gib, final long mib) {
        assertEquals(mib << 20, ChunkSize.ofQuota(gib << 30));
        assertEquals(mib << 20, ChunkSize.ofQuota((gib + 1 << 30) - 1));
    }

    @Test
    void shouldNameTheLengthOfEachChunk() {
        final RegisteredRegion region = new RegisteredRegion(BASE, 0x280, 0x100);
        assertEquals(
                List.of(0x100L, 0x100L, 0x80L),
                List.of(region.chunkLength(0), region.chunkLength(1), region.chunkLength(2)));
        assertEquals(0x280, new RegisteredRegion(BASE, 0x280, 0).chunkLength(0));
        assertEquals(0x280, new RegisteredRegion(BASE, 0x280, 0x280).chunkLength(0));
    }
}

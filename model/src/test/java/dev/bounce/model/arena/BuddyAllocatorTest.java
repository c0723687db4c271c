package dev.bounce.model.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuddyAllocatorTest {
    private static final long KIB = 1_024;

    @Test
    void shouldRoundEachRequestUpToItsBlock() {
        final BuddyAllocator allocator = new BuddyAllocator(1_024, 64);
        final long[] offsets = {
            allocator.allocate(1), allocator.allocate(65), allocator.allocate(64)
        };
        assertEquals(64, allocator.blockBytes(offsets[0]));
        assertEquals(128, allocator.blockBytes(offsets[1]));
        assertEquals(64, allocator.blockBytes(offsets[2]));
        assertEquals(768, allocator.freeBytes());
        assertEquals(3, allocator.liveBlocks());
    }

    @Test
    void shouldHandOutEveryBlockOnceAndBecomeOneBlockAgain() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * 256, 256);
        final List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            offsets.add(allocator.allocate(200));
            assertEquals(i * 256L, offsets.get(i), "lowest offset first");
        }
        assertEquals(BuddyAllocator.NONE, allocator.allocate(200));
        for (final long offset : offsets) {
            assertTrue(allocator.free(offset));
        }
        assertEquals(16 * 256, allocator.largestFreeBytes());
        assertEquals(0, allocator.liveBlocks());
    }

    @Test
    void shouldReportTheLargestFreeBlock() {
        final BuddyAllocator allocator = new BuddyAllocator(1_024, 256);
        for (int i = 0; i < 4; i++) {
            allocator.allocate(256);
        }
        assertEquals(0, allocator.largestFreeBytes());
        for (int i = 0; i < 4; i++) {
            allocator.free(i * 256L);
        }
        assertEquals(1_024, allocator.largestFreeBytes());
        assertEquals(0, allocator.allocate(1_024));
    }

    @Test
    void shouldRefuseSizesThatCanNeverFitBeforeRoundingThem() {
        final BuddyAllocator allocator = new BuddyAllocator(1_024, 64);
        for (final long bytes :
                new long[] {
                    2_048, 1_025, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1
                }) {
            assertEquals(BuddyAllocator.NONE, allocator.allocate(bytes), () -> "bytes " + bytes);
            assertFalse(allocator.fits(bytes));
            assertFalse(allocator.fitsBoth(64, bytes));
            assertFalse(allocator.fitsBoth(bytes, 64));
            assertFalse(allocator.allocateAt(0, bytes));
            assertEquals(0, allocator.blockBytesFor(bytes));
        }
        assertEquals(0, allocator.allocate(1_024));
    }

    @Test
    void shouldRecycleBlocksForAnyNumberOfChunks() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * KIB, KIB);
        final ArrayDeque<Long> live = new ArrayDeque<>();
        for (int chunk = 0; chunk < 1_000; chunk++) {
            if (live.size() == 4) {
                assertTrue(allocator.free(live.removeFirst()));
            }
            final long offset = allocator.allocate(4 * KIB);
            assertTrue(offset >= 0, "chunk " + chunk);
            live.addLast(offset);
        }
    }

    @Test
    void shouldFitALargeBlockWhereSmallOnesWereFreed() {
        final BuddyAllocator allocator = new BuddyAllocator(8 * KIB, KIB);
        assertEquals(0, allocator.allocate(4 * KIB));
        for (int i = 0; i < 4; i++) {
            assertEquals((4 + i) * KIB, allocator.allocate(KIB));
        }
        assertFalse(allocator.fits(1));
        for (int i = 0; i < 4; i++) {
            assertTrue(allocator.free((4 + i) * KIB));
        }
        assertEquals(4 * KIB, allocator.allocate(4 * KIB));
    }

    @Test
    void shouldIgnoreAndReportWhatIsNoLiveBlock() {
        final BuddyAllocator allocator = new BuddyAllocator(1_024, 64);
        final long offset = allocator.allocate(200);
        for (final long wrong :
                new long[] {999_999, 1_024, 64, 128, 1, -64, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertFalse(allocator.free(wrong), () -> "offset " + wrong);
            assertEquals(0, allocator.blockBytes(wrong));
        }
        assertEquals(256, allocator.blockBytes(offset));
        assertTrue(allocator.free(offset));
        assertFalse(allocator.free(offset), "second free");
        assertEquals(0, allocator.blockBytes(offset));
        assertEquals(1_024, allocator.freeBytes());
    }

    @Test
    void shouldUseOnlyAPowerOfTwoMultipleOfTheGranularity() {
        assertEquals(512, new BuddyAllocator(1_000, 256).usableBytes());
        assertEquals(64 * KIB * KIB, new BuddyAllocator(96 * KIB * KIB, KIB).usableBytes());
        assertEquals(128, new BuddyAllocator(1_000, 100).granularityBytes());
        final BuddyAllocator single = new BuddyAllocator(256, 256);
        assertEquals(0, single.allocate(1));
        assertEquals(BuddyAllocator.NONE, single.allocate(1));
        assertTrue(single.free(0));
        assertEquals(256, single.largestFreeBytes());
    }

    @Test
    void shouldNotMergeWhileOneBuddyIsLive() {
        final BuddyAllocator allocator = new BuddyAllocator(8 * 256, 256);
        for (int i = 0; i < 8; i++) {
            allocator.allocate(256);
        }
        for (int i = 0; i < 8; i += 2) {
            allocator.free(i * 256L);
        }
        assertEquals(1_024, allocator.freeBytes());
        assertEquals(256, allocator.largestFreeBytes());
        assertEquals(BuddyAllocator.NONE, allocator.allocate(512));
        assertEquals(0, allocator.allocate(256));
        allocator.free(0);
        for (int i = 1; i < 8; i += 2) {
            allocator.free(i * 256L);
        }
        assertEquals(2_048, allocator.largestFreeBytes());
    }

    @Test
    void shouldTakeTheSmallestBlockThatFitsAndSplitOnlyWhenItMust() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * KIB, KIB);
        assertEquals(0, allocator.allocate(8 * KIB));
        assertEquals(8 * KIB, allocator.allocate(KIB));
        assertEquals(10 * KIB, allocator.allocate(2 * KIB), "not the upper half of 4 KiB");
        assertEquals(9 * KIB, allocator.allocate(KIB));
        assertEquals(12 * KIB, allocator.allocate(4 * KIB));
    }

    @Test
    void shouldNeverHandOutTheReserveNorMergeWithIt() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * KIB, KIB, 4 * KIB);
        assertEquals(12 * KIB, allocator.capacityBytes());
        assertEquals(12 * KIB, allocator.freeBytes());
        assertEquals(8 * KIB, allocator.largestFreeBytes());
        assertEquals(4 * KIB, allocator.allocate(KIB));
        assertEquals(8 * KIB, allocator.allocate(8 * KIB));
        assertEquals(6 * KIB, allocator.allocate(2 * KIB));
        assertEquals(5 * KIB, allocator.allocate(KIB));
        assertFalse(allocator.fits(1));
        assertFalse(allocator.allocateAt(0, KIB));
        assertFalse(allocator.free(0));
        for (final int offset : new int[] {4, 5, 6, 8}) {
            assertTrue(allocator.free(offset * KIB));
        }
        assertEquals(8 * KIB, allocator.largestFreeBytes());
        assertFalse(allocator.fits(16 * KIB));
        assertEquals(4 * KIB, allocator.allocate(4 * KIB));
    }

    @Test
    void shouldAllocateOnlyExactlyWhereAsked() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * KIB, KIB);
        assertTrue(allocator.allocateAt(10 * KIB, 2 * KIB));
        assertEquals(2 * KIB, allocator.blockBytes(10 * KIB));
        assertFalse(allocator.allocateAt(10 * KIB, 2 * KIB), "live already");
        assertFalse(allocator.allocateAt(11 * KIB, KIB), "inside a live block");
        assertFalse(allocator.allocateAt(8 * KIB, 4 * KIB), "a part is live");
        assertFalse(allocator.allocateAt(9 * KIB, 2 * KIB), "not aligned to its size");
        assertFalse(allocator.allocateAt(1, KIB), "not on the granularity");
        assertFalse(allocator.allocateAt(-KIB, KIB));
        assertFalse(allocator.allocateAt(16 * KIB, KIB));
        assertEquals(14 * KIB, allocator.freeBytes());
        assertEquals(8 * KIB, allocator.allocate(KIB), "the buddies of the way down are free");
        assertEquals(12 * KIB, allocator.allocate(4 * KIB));
        assertEquals(0, allocator.allocate(8 * KIB));
    }

    @Test
    void shouldTellWhetherTwoBlocksFitBesideEachOther() {
        final BuddyAllocator allocator = new BuddyAllocator(16 * KIB, KIB);
        assertTrue(allocator.fitsBoth(8 * KIB, 8 * KIB));
        assertFalse(allocator.fitsBoth(16 * KIB, KIB));
        allocator.allocate(8 * KIB);
        assertFalse(allocator.fitsBoth(8 * KIB, KIB));
        assertFalse(allocator.fitsBoth(KIB, 8 * KIB));
        assertTrue(allocator.fitsBoth(KIB, 4 * KIB));
        allocator.allocate(KIB);
        assertTrue(allocator.fitsBoth(4 * KIB, 2 * KIB));
        assertFalse(allocator.fitsBoth(4 * KIB, 4 * KIB));
    }

    @Test
    void shouldAddressMoreThanFourGibibytes() {
        final BuddyAllocator allocator = new BuddyAllocator(1L << 40, 1L << 20);
        assertEquals(0, allocator.allocate(1L << 39));
        assertEquals(1L << 39, allocator.allocate(1L << 38));
        assertEquals((1L << 39) + (1L << 38), allocator.allocate(1));
        assertTrue(allocator.free(1L << 39));
    }

    @Test
    void shouldRefuseAShapeThatIsNone() {
        refuse("granularityBytes out of range: 0", 1_024, 0, 0);
        refuse("granularityBytes out of range: -4", 1_024, -4, 0);
        refuse("capacityBytes out of range: 0", 0, 64, 0);
        refuse("capacityBytes out of range: -1", -1, 64, 0);
        refuse("capacityBytes out of range: 127", 127, 100, 0);
        refuse("capacityBytes out of range: " + (1L << 40), 1L << 40, 1, 0);
        refuse("reserveBytes out of range: -64", 1_024, 64, -64);
        refuse("reserveBytes out of range: 32", 1_024, 64, 32);
        refuse("reserveBytes out of range: 1024", 2_047, 64, 1_024);
    }

    private static void refuse(
            final String message, final long capacity, final long granularity, final long reserve) {
        final IllegalArgumentException refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new BuddyAllocator(capacity, granularity, reserve));
        assertEquals(message, refusal.getMessage());
    }
}

package dev.bounce.model.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/// The allocator against [NaiveBuddy], operation by operation.
class BuddyAllocatorPropertyTest {
    private static final long GRANULARITY = 4_096;

    /// One operation; `where` and `bytes` mean what the kind makes of them.
    record Op(Kind kind, int where, long bytes) {
        enum Kind {
            ALLOCATE,
            FREE_LIVE,
            FREE_ANY,
            ALLOCATE_AT
        }
    }

    /// A shape and what happens to it.
    record History(int granules, int reserve, List<Op> operations) {}

    @Provide
    Arbitrary<History> histories() {
        final Arbitrary<Op.Kind> kinds =
                Arbitraries.frequency(
                        Tuple.of(5, Op.Kind.ALLOCATE),
                        Tuple.of(4, Op.Kind.FREE_LIVE),
                        Tuple.of(1, Op.Kind.FREE_ANY),
                        Tuple.of(1, Op.Kind.ALLOCATE_AT));
        return Arbitraries.integers()
                .between(0, 8)
                .flatMap(
                        order -> {
                            final int granules = 1 << order;
                            final Arbitrary<Op> operation =
                                    Combinators.combine(
                                                    kinds,
                                                    Arbitraries.integers().between(0, granules),
                                                    sizes(order))
                                            .as(Op::new);
                            return Combinators.combine(
                                            Arbitraries.just(granules),
                                            Arbitraries.integers().between(0, granules - 1),
                                            operation.list().ofMaxSize(120))
                                    .as(History::new);
                        });
    }

    /// Up to a block of every order with equal weight, and a byte more than the largest.
    private static Arbitrary<Long> sizes(final int topOrder) {
        return Arbitraries.integers()
                .between(0, topOrder)
                .flatMap(order -> Arbitraries.longs().between(1, (GRANULARITY << order) + 1));
    }

    @Property(seed = "20250", tries = 800, shrinking = ShrinkingMode.BOUNDED)
    void allocatorShouldDoWhatThePlainOneDoes(@ForAll("histories") final History history) {
        replay(history, new BuddyAllocator(capacity(history), GRANULARITY, reserve(history)));
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void allocatorShouldDoWhatThePlainOneDoesForFreshSeeds(
            @ForAll("histories") final History history) {
        replay(history, new BuddyAllocator(capacity(history), GRANULARITY, reserve(history)));
    }

    /// The comparison sees an allocator that does not leave the reserve out.
    @Example
    void comparisonShouldFailForAnotherAllocator() {
        final History history =
                new History(4, 1, List.of(new Op(Op.Kind.ALLOCATE, 0, GRANULARITY)));
        assertThrows(
                AssertionError.class,
                () -> replay(history, new BuddyAllocator(4 * GRANULARITY, GRANULARITY)));
    }

    private static long capacity(final History history) {
        return history.granules() * GRANULARITY;
    }

    private static long reserve(final History history) {
        return history.reserve() * GRANULARITY;
    }

    private static void replay(final History history, final BuddyAllocator allocator) {
        final NaiveBuddy plain = new NaiveBuddy(history.granules(), history.reserve());
        for (final Op operation : history.operations()) {
            final int granules = (int) ((operation.bytes() + GRANULARITY - 1) / GRANULARITY);
            switch (operation.kind()) {
                case ALLOCATE -> allocate(plain, allocator, operation.bytes(), granules);
                case FREE_LIVE -> free(plain, allocator, plain.liveStart(operation.where()));
                case FREE_ANY -> free(plain, allocator, operation.where());
                case ALLOCATE_AT -> allocateAt(plain, allocator, operation, granules);
            }
            compare(history, plain, allocator);
        }
        compareFits(history, plain, allocator);
        rebuild(history, plain, allocator);
        for (int granule = 0; granule < history.granules(); granule++) {
            free(plain, allocator, granule);
        }
        assertEquals(allocator.capacityBytes(), allocator.freeBytes(), "all freed");
        compare(history, plain, allocator);
    }

    private static void allocate(
            final NaiveBuddy plain,
            final BuddyAllocator allocator,
            final long bytes,
            final int granules) {
        final int start = plain.find(granules);
        assertEquals(start >= 0, allocator.fits(bytes));
        final long offset = allocator.allocate(bytes);
        assertEquals(start < 0 ? BuddyAllocator.NONE : start * GRANULARITY, offset);
        if (start >= 0) {
            plain.take(start, granules);
            assertEquals(allocator.blockBytesFor(bytes), allocator.blockBytes(offset));
            assertEquals(0, offset % allocator.blockBytes(offset), "aligned to its size");
        }
    }

    private static void free(
            final NaiveBuddy plain, final BuddyAllocator allocator, final int start) {
        assertEquals(plain.free(start), allocator.free(start * GRANULARITY));
    }

    private static void allocateAt(
            final NaiveBuddy plain,
            final BuddyAllocator allocator,
            final Op operation,
            final int granules) {
        final int size = NaiveBuddy.rounded(granules);
        final int start = operation.where();
        final boolean can = start % size == 0 && plain.isFree(start, size);
        assertEquals(can, allocator.allocateAt(start * GRANULARITY, operation.bytes()));
        if (can) {
            plain.take(start, granules);
        }
    }

    private static void compare(
            final History history, final NaiveBuddy plain, final BuddyAllocator allocator) {
        assertEquals(plain.freeGranules() * GRANULARITY, allocator.freeBytes());
        assertEquals(plain.largestFree() * GRANULARITY, allocator.largestFreeBytes());
        assertEquals(plain.liveBlocks(), allocator.liveBlocks());
        for (int granule = 0; granule <= history.granules(); granule++) {
            assertEquals(
                    plain.liveSize(granule) * GRANULARITY,
                    allocator.blockBytes(granule * GRANULARITY));
        }
    }

    /// `fitsBoth` says what two allocations do.
    private static void compareFits(
            final History history, final NaiveBuddy plain, final BuddyAllocator allocator) {
        for (int first = 1; first <= history.granules(); first *= 2) {
            for (int second = 1; second <= history.granules(); second *= 2) {
                final NaiveBuddy copy = plain.copy();
                final int start = copy.find(first);
                boolean both = false;
                if (start >= 0) {
                    copy.take(start, first);
                    both = copy.find(second) >= 0;
                }
                assertEquals(both, allocator.fitsBoth(first * GRANULARITY, second * GRANULARITY));
            }
        }
    }

    /// The live blocks alone, placed in falling order, give the same state.
    private static void rebuild(
            final History history, final NaiveBuddy plain, final BuddyAllocator allocator) {
        final BuddyAllocator twin =
                new BuddyAllocator(capacity(history), GRANULARITY, reserve(history));
        for (int granule = history.granules() - 1; granule >= 0; granule--) {
            if (plain.liveSize(granule) > 0) {
                assertTrue(
                        twin.allocateAt(
                                granule * GRANULARITY, plain.liveSize(granule) * GRANULARITY));
            }
        }
        compare(history, plain, twin);
        long offset;
        do {
            offset = allocator.allocate(GRANULARITY);
            assertEquals(offset, twin.allocate(GRANULARITY));
            if (offset >= 0) {
                plain.take((int) (offset / GRANULARITY), 1);
            }
        } while (offset >= 0);
    }
}

package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Compares [MemoryRanges] with an array that has one entry per byte.
class MemoryRangesPropertyTest {
    private static final int WORLD = 64;

    /// Adds a range, or removes the one at `base` if `length` is 0.
    record Change(long origin, int base, int length) {}

    @Provide
    Arbitrary<List<Change>> changes() {
        // All changes of a list share the origin of the first: addresses on both sides of the
        // middle, where signed and unsigned order part.
        return Combinators.combine(
                        Arbitraries.of(0L, Long.MIN_VALUE - WORLD / 2, -WORLD - 1L),
                        Arbitraries.integers().between(0, WORLD - 1),
                        Arbitraries.integers().between(0, 12))
                .as(Change::new)
                .list()
                .ofMaxSize(40);
    }

    @Property(seed = "1", tries = 2_000)
    void rangesShouldAgreeWithOneEntryPerByte(@ForAll("changes") final List<Change> changes) {
        final MemoryRanges ranges = new MemoryRanges();
        final int[] owner = new int[WORLD + 1];
        int next = 1;
        for (final Change change : changes) {
            final long origin = changes.getFirst().origin;
            final int base = change.base;
            final int end = Math.min(base + change.length, WORLD);
            if (change.length == 0) {
                final boolean known =
                        owner[base] != 0 && (base == 0 || owner[base - 1] != owner[base]);
                assertEquals(known, ranges.remove(origin + base));
                replace(owner, known ? owner[base] : -1);
            } else {
                boolean free = true;
                for (int i = base; i < end; i++) {
                    free &= owner[i] == 0;
                }
                assertEquals(free, ranges.add(origin + base, end - base));
                for (int i = base; free && i < end; i++) {
                    owner[i] = next;
                }
                next++;
            }
            compare(owner, ranges, origin);
        }
    }

    private static void replace(final int[] owner, final int removed) {
        for (int i = 0; i < owner.length; i++) {
            owner[i] = owner[i] == removed ? 0 : owner[i];
        }
    }

    private static void compare(final int[] owner, final MemoryRanges ranges, final long origin) {
        for (int at = 0; at < WORLD; at++) {
            int stretch = at;
            int range = at;
            while (owner[stretch] != 0) {
                stretch++;
            }
            while (owner[at] != 0 && owner[range] == owner[at]) {
                range++;
            }
            assertEquals(stretch - at, ranges.bytesFrom(origin + at));
            assertEquals(owner[at] != 0, ranges.indexOf(origin + at) >= 0);
            assertEquals(range > at, ranges.contains(origin + at, Math.max(1, range - at)));
            assertEquals(false, ranges.contains(origin + at, range - at + 1));
        }
    }
}

package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/// Laws of lengths and blocks: order, and that a growth taken back leaves what was there.
class KvLawsPropertyTest {
    /// One operation on the pool.
    record Op(int kind, int id, int count) {}

    @Provide
    Arbitrary<List<Op>> histories() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 5))
                .as(Op::new)
                .list()
                .ofMaxSize(40);
    }

    @Property(
            seed = "61",
            tries = 1_000,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void revertShouldUndoAGrowthAfterAnyHistory(@ForAll("histories") final List<Op> history) {
        check(history);
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void revertShouldUndoAGrowthForFreshSeeds(@ForAll("histories") final List<Op> history) {
        check(history);
    }

    /// L2, B1 and B2: every growth is taken back once and done again.
    private static void check(final List<Op> history) {
        final BlockPool pool = new BlockPool(8);
        final boolean[] gone = new boolean[4];
        final int[] pins = new int[4];
        for (final Op op : history) {
            switch (op.kind) {
                case 0, 1 -> {
                    if (!gone[op.id]) {
                        growTwice(pool, op, pins[op.id]);
                    }
                }
                case 2 -> pins[op.id] += pool.pin(op.id) ? 1 : 0;
                case 3 -> {
                    pins[op.id] -= pool.unpin(op.id) ? 1 : 0;
                    gone[op.id] &= pins[op.id] > 0;
                }
                default -> gone[op.id] |= pool.free(op.id) == BlockPool.Freeing.DEFERRED;
            }
            int owned = 0;
            for (int id = 0; id < 4; id++) {
                for (final int block : pool.blocks(id)) {
                    assertEquals(id, pool.owner(block));
                    assertEquals(pins[id], pool.pins(block));
                    owned++;
                }
            }
            assertEquals(8, owned + pool.free());
        }
    }

    private static void growTwice(final BlockPool pool, final Op op, final int pins) {
        final int[] before = pool.blocks(op.id);
        final int free = pool.free();
        final BlockPool.Receipt receipt = pool.grow(op.id, op.count);
        assertEquals(receipt == null, op.count > free);
        if (receipt != null && pins == 0) {
            assertTrue(pool.revert(receipt));
            assertArrayEquals(before, pool.blocks(op.id));
            assertEquals(free, pool.free());
            pool.grow(op.id, op.count);
        }
    }

    /// L1 and L2.
    @Property(seed = "62", tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void lengthsShouldStayInOrder(
            @ForAll @IntRange(max = 50) final int prompt,
            @ForAll @IntRange(max = 20) final int extra,
            @ForAll @IntRange(max = 30) final int growth,
            @ForAll @IntRange(max = 40) final int tokens) {
        final CacheLengths before = CacheLengths.received(prompt, extra);
        final CacheLengths grown = before.grown(before.capacity() + growth);
        assertEquals(before, grown.reverted(before));
        final CacheLengths advanced = grown.advanced(tokens);
        assertEquals(tokens > extra + growth, advanced == null);
        if (advanced != null) {
            assertEquals(prompt + tokens, advanced.history());
            assertEquals(tokens > extra, advanced.reverted(before) == null);
            assertEquals(advanced.history(), advanced.committedAll().committed());
            assertEquals((grown.capacity() + 15) / 16, grown.blocks(16));
        }
        assertNull(before.advanced(-1));
        assertThrows(IllegalArgumentException.class, () -> new CacheLengths(0, prompt + 1, prompt));
    }
}

package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// The bound of deficit round robin: two that always want differ by less than three quanta.
class TurnOrderPropertyTest {
    private static final long QUANTUM = 32;

    /// A flow that always wants more, with chunk sizes that repeat.
    private static final class Endless {
        final FlowTurn flow;
        final List<Integer> exponents;
        int next;
        long bytes;

        Endless(final PeerTurn peer, final List<Integer> exponents) {
            flow = new FlowTurn(new Demand(peer.linkId, null, new long[] {1}, 1), peer);
            this.exponents = exponents;
            flow.headBytes = head();
        }

        long head() {
            return 1L << exponents.get(next % exponents.size());
        }
    }

    @Property(seed = "77", tries = 150, shrinking = ShrinkingMode.BOUNDED)
    void sharesShouldDifferByLessThanThreeQuanta(
            @ForAll @Size(min = 1, max = 12)
                    final List<@Size(min = 1, max = 6) List<@IntRange(max = 5) Integer>> flows,
            @ForAll @IntRange(min = 1, max = 5) final int peers) {
        check(flows, peers);
    }

    @Property(tries = 20, shrinking = ShrinkingMode.BOUNDED)
    void sharesShouldDifferByLessThanThreeQuantaForFreshSeeds(
            @ForAll @Size(min = 1, max = 12)
                    final List<@Size(min = 1, max = 6) List<@IntRange(max = 5) Integer>> flows,
            @ForAll @IntRange(min = 1, max = 5) final int peers) {
        check(flows, peers);
    }

    private static void check(final List<List<Integer>> flows, final int peerCount) {
        final TurnOrder order = new TurnOrder(QUANTUM);
        final int used = Math.min(peerCount, flows.size());
        final List<PeerTurn> peers = new ArrayList<>();
        final long[] bytes = new long[used];
        final List<Endless> endless = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            peers.add(new PeerTurn(i));
        }
        for (int i = 0; i < flows.size(); i++) {
            endless.add(new Endless(peers.get(i % used), flows.get(i)));
            order.join(endless.get(i).flow);
        }
        for (int grant = 0; grant < 200; grant++) {
            final FlowTurn picked = order.pick(-1);
            order.charge(picked);
            for (final Endless one : endless) {
                if (one.flow == picked) {
                    one.bytes += picked.headBytes;
                    bytes[(int) picked.peer.linkId] += picked.headBytes;
                    one.next++;
                    order.replaceHead(picked, one.head());
                }
            }
            compare(bytes, endless);
        }
    }

    private static void compare(final long[] bytes, final List<Endless> endless) {
        for (int i = 1; i < bytes.length; i++) {
            assertTrue(Math.abs(bytes[i] - bytes[i - 1]) < 3 * QUANTUM, "peers");
        }
        for (final Endless one : endless) {
            for (final Endless other : endless) {
                if (one.flow.peer == other.flow.peer) {
                    assertTrue(Math.abs(one.bytes - other.bytes) < 3 * QUANTUM, "flows");
                }
            }
        }
    }
}

package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The heads that may be granted now, by whether they are known not to fit.
///
/// A head that does not fit is stamped with the number of grants given so far and keeps its stamp
/// until it is granted. Whether a head fits depends on its block size alone, so heads without a
/// stamp are kept by size and stamped together. Stamps rise, so the list of stamped heads is
/// sorted.
final class WaitingHeads {
    private final List<TurnRing<FlowTurn>> unstamped = new ArrayList<>();
    private final SizeCounts unstampedSizes = new SizeCounts();
    private final TurnRing<FlowTurn> stamped = new TurnRing<>();
    private final SizeCounts allSizes = new SizeCounts();

    WaitingHeads() {
        for (int i = 0; i < Long.SIZE; i++) {
            unstamped.add(new TurnRing<>());
        }
    }

    private TurnRing<FlowTurn> unstampedOf(final long size) {
        return unstamped.get(Long.numberOfTrailingZeros(size));
    }

    /// Adds a flow whose head has no stamp.
    void add(final FlowTurn flow) {
        flow.isStamped = false;
        unstampedOf(flow.headBytes).addLast(flow.waiting);
        unstampedSizes.add(flow.headBytes);
        allSizes.add(flow.headBytes);
    }

    /// Adds a flow with its stamp, which is not below those that are there.
    void addStamped(final FlowTurn flow, final long stamp) {
        flow.isStamped = true;
        flow.stamp = stamp;
        stamped.addLast(flow.waiting);
        allSizes.add(flow.headBytes);
    }

    /// Removes a flow; its stamp is forgotten.
    void remove(final FlowTurn flow) {
        if (flow.isStamped) {
            stamped.remove(flow.waiting);
            flow.isStamped = false;
        } else {
            unstampedOf(flow.headBytes).remove(flow.waiting);
            unstampedSizes.remove(flow.headBytes);
        }
        allSizes.remove(flow.headBytes);
    }

    /// Stamps every head of those sizes that has no stamp.
    void stamp(final long sizes, final long sequence) {
        long left = unstampedSizes.sizes() & sizes;
        while (left != 0) {
            final TurnRing<FlowTurn> heads = unstampedOf(left);
            while (!heads.isEmpty()) {
                final FlowTurn flow = heads.cursor().owner();
                remove(flow);
                addStamped(flow, sequence);
            }
            left &= left - 1;
        }
    }

    /// Block sizes of all heads.
    long sizes() {
        return allSizes.sizes();
    }

    /// The heads that are known not to fit, smallest stamp first.
    TurnRing<FlowTurn> stamped() {
        return stamped;
    }

    /// Visits the heads that are not known not to fit, by rising size.
    void forEachUnstamped(final Consumer<FlowTurn> consumer) {
        for (final TurnRing<FlowTurn> ring : unstamped) {
            ring.forEach(consumer);
        }
    }

    /// The smallest stamp, `Long.MAX_VALUE` if no head is stamped.
    long smallestStamp() {
        return stamped.isEmpty() ? Long.MAX_VALUE : stamped.cursor().owner().stamp;
    }

    /// Stamps a stamped head anew, as if it had been found not to fit only now.
    void restamp(final FlowTurn flow, final long sequence) {
        remove(flow);
        addStamped(flow, sequence);
    }
}

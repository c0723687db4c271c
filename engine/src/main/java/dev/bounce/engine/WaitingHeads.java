package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The heads that may be granted now, by block size and by whether they were found not to fit.
///
/// A head that does not fit is stamped with the number of grants given so far and keeps its stamp
/// until it is granted. Whether a head fits depends on its block size alone, so heads of a size are
/// stamped together. Stamps rise, so the stamped heads of a size are sorted.
final class WaitingHeads {
    private final List<TurnRing<FlowTurn>> unstamped = new ArrayList<>();
    private final List<TurnRing<FlowTurn>> stamped = new ArrayList<>();
    private final SizeCounts unstampedSizes = new SizeCounts();
    private final SizeCounts stampedSizes = new SizeCounts();

    WaitingHeads() {
        for (int i = 0; i < Long.SIZE; i++) {
            unstamped.add(new TurnRing<>());
            stamped.add(new TurnRing<>());
        }
    }

    /// @param sizes one size, or several of which the smallest is meant
    private static TurnRing<FlowTurn> of(final List<TurnRing<FlowTurn>> rings, final long sizes) {
        return rings.get(Long.numberOfTrailingZeros(sizes));
    }

    /// Adds a flow whose head has no stamp.
    void add(final FlowTurn flow) {
        flow.isStamped = false;
        of(unstamped, flow.headBytes).addLast(flow.waiting);
        unstampedSizes.add(flow.headBytes);
    }

    /// Adds a flow with its stamp, which is not below those of its size that are there.
    void addStamped(final FlowTurn flow, final long stamp) {
        flow.isStamped = true;
        flow.stamp = stamp;
        of(stamped, flow.headBytes).addLast(flow.waiting);
        stampedSizes.add(flow.headBytes);
    }

    /// Removes a flow; its stamp is forgotten.
    void remove(final FlowTurn flow) {
        if (flow.isStamped) {
            of(stamped, flow.headBytes).remove(flow.waiting);
            stampedSizes.remove(flow.headBytes);
            flow.isStamped = false;
        } else {
            of(unstamped, flow.headBytes).remove(flow.waiting);
            unstampedSizes.remove(flow.headBytes);
        }
    }

    /// Stamps every head of those sizes that has no stamp.
    void stamp(final long sizes, final long sequence) {
        for (long left = unstampedSizes.sizes() & sizes; left != 0; left &= left - 1) {
            final TurnRing<FlowTurn> heads = of(unstamped, left);
            while (!heads.isEmpty()) {
                restamp(heads.cursor().owner(), sequence);
            }
        }
    }

    /// Stamps a head as if it had been found not to fit only now.
    void restamp(final FlowTurn flow, final long sequence) {
        remove(flow);
        addStamped(flow, sequence);
    }

    /// Block sizes of all heads.
    long sizes() {
        return unstampedSizes.sizes() | stampedSizes.sizes();
    }

    /// The head of those sizes with the smallest stamp, the smaller one of several; `null` if none
    /// is stamped.
    FlowTurn longestStamped(final long sizes) {
        FlowTurn longest = null;
        for (long left = stampedSizes.sizes() & sizes; left != 0; left &= left - 1) {
            final FlowTurn first = of(stamped, left).cursor().owner();
            if (longest == null || first.stamp < longest.stamp) {
                longest = first;
            }
        }
        return longest;
    }

    /// Visits the heads without a stamp, by rising size, in the order in which they came.
    void forEachUnstamped(final Consumer<FlowTurn> consumer) {
        unstamped.forEach(ring -> ring.forEach(consumer));
    }

    /// Visits the heads with a stamp, by rising size and stamp.
    void forEachStamped(final Consumer<FlowTurn> consumer) {
        stamped.forEach(ring -> ring.forEach(consumer));
    }
}

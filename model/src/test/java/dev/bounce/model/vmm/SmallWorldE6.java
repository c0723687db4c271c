package dev.bounce.model.vmm;

import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.List;

/// Every sequence of four loads and invalidations of two peers whose addresses overlap. After each
/// step a list is cut for each peer; law V6: the result depends on the map loaded last for that
/// very peer. A transfer that took its map before the step is cut as before it.
final class SmallWorldE6 {
    private static final int STEPS = 4;
    private static final DescriptorPairs PAIRS = Cuts.pairs(0x1000, 0x100, 24);
    private static final TransferSide SOURCE = TransferSide.device(Cuts.map(0x1000, 24, 0));

    private static final Change[] CHANGES = {
        new Change("A", Cuts.map(0x100, 12, 4, 0x10C, 12, 6)),
        new Change("A", Cuts.map(0x100, 24, 8)),
        new Change("A", RegionMap.EMPTY),
        new Change("A", null),
        new Change("B", Cuts.map(0x100, 20, 5)),
        new Change("B", RegionMap.EMPTY)
    };

    /// A load, or an invalidation if there is no map.
    private record Change(String peer, RegionMap regions) {}

    private SmallWorldE6() {}

    /// Visits all of it.
    ///
    /// @return number of steps taken
    /// @throws AssertionError naming the first sequence with a wrong result
    static int explore() {
        int sequences = 1;
        for (int step = 0; step < STEPS; step++) {
            sequences *= CHANGES.length;
        }
        for (int sequence = 0; sequence < sequences; sequence++) {
            final RemoteRegionBook book = new RemoteRegionBook();
            RegionMap a = RegionMap.EMPTY;
            RegionMap b = RegionMap.EMPTY;
            int digits = sequence;
            for (int step = 0; step < STEPS; step++) {
                final Change change = CHANGES[digits % CHANGES.length];
                digits /= CHANGES.length;
                final RegionMap begun = book.regions("A");
                apply(book, change);
                require(cut(begun).equals(cut(a)), sequence, step);
                final RegionMap now = change.regions == null ? RegionMap.EMPTY : change.regions;
                a = change.peer.equals("A") ? now : a;
                b = change.peer.equals("B") ? now : b;
                require(cut(book.regions("A")).equals(cut(a)), sequence, step);
                require(cut(book.regions("B")).equals(cut(b)), sequence, step);
            }
        }
        return sequences * STEPS;
    }

    private static void apply(final RemoteRegionBook book, final Change change) {
        if (change.regions == null) {
            book.invalidate(change.peer);
        } else {
            book.load(change.peer, description(change.regions.regions()));
        }
    }

    private static byte[] description(final List<RegisteredRegion> regions) {
        return new AgentDescription(Blob.EMPTY, regions, Blob.EMPTY).toBytes();
    }

    private static DescriptorPairs cut(final RegionMap remote) {
        return DescriptorSplitter.split(PAIRS, SOURCE, TransferSide.device(remote));
    }

    private static void require(final boolean holds, final int sequence, final int step) {
        if (!holds) {
            throw new AssertionError("V6: sequence " + sequence + ", step " + step);
        }
    }
}

package dev.bounce.engine;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.MemoryRanges;
import java.util.ArrayList;
import java.util.Iterator;

/// The ranges that may be sources and destinations (rules 12 and 17).
final class Memory {

    private final Context context;
    private final Copies copies;
    private final Scatters scatters;
    private final DirectTransfers direct;
    private final MemoryRanges ranges = new MemoryRanges();
    private final ArrayList<Snapshot.Range> leaving = new ArrayList<>();

    Memory(
            final Context context,
            final Copies copies,
            final Scatters scatters,
            final DirectTransfers direct) {
        this.context = context;
        this.copies = copies;
        this.scatters = scatters;
        this.direct = direct;
    }

    MemoryRanges ranges() {
        return ranges;
    }

    /// Ranges that are given back and still touched.
    ArrayList<Snapshot.Range> leaving() {
        return leaving;
    }

    void register(final Event.MemoryRegistered event) {
        if (ranges.add(event.base(), event.length())) {
            context.tracer.record(Action.REGISTER_MEMORY, 0, 0, 0, -1, event.base());
        } else {
            context.out.add(new Effect.Refused(0, Refusal.MEMORY_OVERLAPS));
        }
    }

    /// From now on DATA into the range is rejected and nothing reads it anew.
    ///
    /// @return its length, 0 if no such range is registered
    long deregister(final long base) {
        final int index = ranges.indexOf(base);
        if (index < 0 || ranges.base(index) != base) {
            context.out.add(new Effect.Refused(0, Refusal.UNKNOWN_MEMORY));
            return 0;
        }
        final long length = ranges.length(index);
        ranges.remove(base);
        context.tracer.record(Action.DEREGISTER_MEMORY, 0, 0, 0, -1, base);
        leaving.add(new Snapshot.Range(base, length));
        scatters.rejectQueued(base, length);
        return length;
    }

    /// Reports the ranges that nothing touches any more.
    ///
    /// @param oneSidedPeers peers that may still put into this agent's memory by themselves
    void release(final boolean oneSidedPeers) {
        if (leaving.isEmpty() || oneSidedPeers) {
            return;
        }
        final Iterator<Snapshot.Range> iterator = leaving.iterator();
        while (iterator.hasNext()) {
            final Snapshot.Range range = iterator.next();
            if (!isTouched(range.base(), range.length())) {
                iterator.remove();
                context.out.add(new Effect.Deregistered(range.base()));
            }
        }
    }

    private boolean isTouched(final long base, final long length) {
        for (int index = 0; index < copies.running().size(); index++) {
            final Copies.Copy copy = copies.running().get(index);
            if (copy.gather() != null
                    ? copy.gather().request().plan.readsFrom(base, length)
                    : copy.scatter().writesTo(base, length)) {
                return true;
            }
        }
        for (int index = 0; index < direct.running().size(); index++) {
            if (readsFrom(direct.running().get(index).transfer.pairs(), base, length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean readsFrom(
            final DescriptorPairs pairs, final long base, final long length) {
        for (int index = 0; index < pairs.size(); index++) {
            final long source = pairs.source()[index];
            final long bytes = pairs.bytes()[index];
            if (Long.compareUnsigned(source - base, length) < 0
                    || Long.compareUnsigned(base - source, bytes) < 0) {
                return true;
            }
        }
        return false;
    }
}

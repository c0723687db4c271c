package dev.bounce.hw.plane;

import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.copy.Slices;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies every pair straight from source to destination. A slice is a part of all bytes, so that
/// the threads share the work evenly whatever the sizes of the pairs are.
final class DirectJob implements CopyPool.Job {
    private static final Logger LOG = LoggerFactory.getLogger(DirectJob.class);

    /// Takes the outcome.
    @FunctionalInterface
    interface Ends {
        void ended(long transferId, WriteOutcome outcome);
    }

    private final long transferId;
    private final DescriptorPairs pairs;
    private final RangeTable sources;
    private final LocalFabric.Member peer;
    private final Ends ends;
    private final List<MemoryRange> entered = new ArrayList<>();

    /// Bytes before each pair, and in the end of all.
    private long[] before;

    private RangeTable destinations;
    private boolean inPeer;
    private boolean started;

    /// @param sources ranges of this agent
    /// @param peer the other agent, `null` if it is not in this process
    DirectJob(
            final long transferId,
            final DescriptorPairs pairs,
            final RangeTable sources,
            final LocalFabric.Member peer,
            final Ends ends) {
        this.transferId = transferId;
        this.pairs = pairs;
        this.sources = sources;
        this.peer = peer;
        this.ends = ends;
    }

    @Override
    public int begin() {
        inPeer = peer != null && peer.puts().enter();
        if (!inPeer) {
            throw new IllegalStateException("the peer is not in this process");
        }
        destinations = peer.memory().ranges();
        before = new long[pairs.size() + 1];
        final RangeCursor from = new RangeCursor(sources);
        final RangeCursor to = new RangeCursor(destinations);
        for (int pair = 0; pair < pairs.size(); pair++) {
            final long bytes = pairs.bytes()[pair];
            before[pair + 1] = Math.addExact(before[pair], bytes);
            requireRegistered(from, pairs.source()[pair], bytes, false);
            requireRegistered(to, pairs.destination()[pair], bytes, true);
        }
        started = true;
        return Slices.count(before[pairs.size()]);
    }

    private void requireRegistered(
            final RangeCursor cursor, final long address, final long bytes, final boolean use) {
        long done = 0;
        while (done < bytes) {
            done += cursor.seek(address + done, bytes - done);
            if (use) {
                enter(cursor.range());
            }
        }
    }

    private void enter(final MemoryRange range) {
        if (!entered.isEmpty() && (entered.getLast() == range || entered.contains(range))) {
            return;
        }
        if (!range.foreignPuts().enter()) {
            throw new IllegalStateException(
                    "destination range %#x is being deregistered".formatted(range.base()));
        }
        entered.add(range);
    }

    @Override
    public void run(final int slice) {
        final long end = Slices.end(slice, before[pairs.size()]);
        final RangeCursor from = new RangeCursor(sources);
        final RangeCursor to = new RangeCursor(destinations);
        long at = Slices.start(slice);
        for (int pair = pairOf(at); at < end; pair++) {
            final long inPair = at - before[pair];
            final long bytes = Math.min(end, before[pair + 1]) - at;
            copy(
                    from,
                    pairs.source()[pair] + inPair,
                    to,
                    pairs.destination()[pair] + inPair,
                    bytes);
            at += bytes;
        }
    }

    private static void copy(
            final RangeCursor from,
            final long source,
            final RangeCursor to,
            final long destination,
            final long bytes) {
        long done = 0;
        while (done < bytes) {
            final long step = from.seek(source + done, bytes - done);
            to.write(from.segment(), from.offsetOf(source + done), destination + done, step);
            done += step;
        }
    }

    /// The pair that holds that byte, or an empty one directly before it.
    private int pairOf(final long at) {
        final int found = Arrays.binarySearch(before, at);
        return found < 0 ? -found - 2 : found;
    }

    @Override
    public void end(final Throwable failure) {
        if (failure != null) {
            LOG.warn("direct transfer={} failed: {}", transferId, failure.toString());
        }
        entered.forEach(range -> range.foreignPuts().leave());
        if (inPeer) {
            peer.puts().leave();
        }
        ends.ended(
                transferId,
                failure == null
                        ? WriteOutcome.LANDED
                        : started ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
    }
}

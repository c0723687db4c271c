package dev.bounce.hw.plane;

import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.ucx.RemoteKeys;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.List;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A direct transfer that this agent puts: where its next put begins, the keys it has, and what is
/// under way. Loop only.
final class PutTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(PutTransfer.class);

    /// More would only fill queues of UCX.
    private static final int WINDOW_PUTS = 256;

    private record RemoteRange(long base, long length, UcpRemoteKey key) {
        boolean holds(final long address) {
            return address - base >= 0 && address - base < length;
        }
    }

    /// The same for all puts: they are only counted.
    private final class PutEnd extends UcxCallback {
        @Override
        public void onSuccess(final UcpRequest request) {
            underWay--;
        }

        @Override
        public void onError(final int status, final String message) {
            underWay--;
            failed = true;
        }
    }

    private final class FlushEnd extends UcxCallback {
        @Override
        public void onSuccess(final UcpRequest request) {
            flushed = true;
        }

        @Override
        public void onError(final int status, final String message) {
            failed = true;
        }
    }

    private final long id;
    private final DescriptorPairs pairs;
    private final RangeCursor sources;
    private final MappedRanges mappings;
    private final PutEnd putEnd = new PutEnd();
    private final List<RemoteRange> ranges = new ArrayList<>();
    private RemoteRange current;
    private Blob freshKey;
    private long freshBase;
    private long freshLength;
    private boolean asked;
    private boolean everAsked;
    private boolean refused;
    private int pair;
    private long inPair;
    private int underWay;
    private boolean posted;
    private boolean flushing;
    private boolean flushed;
    private boolean failed;
    private long touchedNanos;

    PutTransfer(
            final long id,
            final DescriptorPairs pairs,
            final RangeCursor sources,
            final MappedRanges mappings,
            final long nowNanos) {
        this.id = id;
        this.pairs = pairs;
        this.sources = sources;
        this.mappings = mappings;
        touchedNanos = nowNanos;
        skipEmpty();
    }

    long id() {
        return id;
    }

    long touchedNanos() {
        return touchedNanos;
    }

    void touch(final long nowNanos) {
        touchedNanos = nowNanos;
    }

    boolean hasPosted() {
        return posted;
    }

    private void skipEmpty() {
        while (pair < pairs.size() && pairs.bytes()[pair] == inPair) {
            pair++;
            inPair = 0;
        }
    }

    private boolean isPosted() {
        return pair == pairs.size();
    }

    private long destination() {
        return pairs.destination()[pair] + inPair;
    }

    /// Whether the key of the next destination is to be asked for.
    boolean needsKey() {
        return !asked && !refused && !failed && !isPosted() && !hasKey();
    }

    /// The address whose key is asked for, from now on.
    long askFor() {
        asked = true;
        everAsked = true;
        return destination();
    }

    /// Whether the peer may have given it keys.
    boolean hasAsked() {
        return everAsked;
    }

    /// Inside a callback of UCX: noted only.
    void answered(final long base, final long length, final Blob key) {
        if (!asked || freshKey != null) {
            return;
        }
        asked = false;
        freshBase = base;
        freshLength = length;
        freshKey = key;
    }

    private boolean hasKey() {
        final long address = destination();
        if (current != null && current.holds(address)) {
            return true;
        }
        for (final RemoteRange range : ranges) {
            if (range.holds(address)) {
                current = range;
                return true;
            }
        }
        return false;
    }

    /// Posts what fits, and a flush behind the last put.
    ///
    /// @return number of puts and flushes
    /// @throws org.openucx.jucx.UcxException if the connection refuses one
    int post(final UcpEndpoint endpoint) {
        takeKey(endpoint);
        int count = 0;
        while (!failed && !refused && !isPosted() && underWay < WINDOW_PUTS && hasKey()) {
            final long destination = destination();
            final long source = pairs.source()[pair] + inPair;
            final long bytes =
                    sources.seek(
                            source,
                            Math.min(
                                    pairs.bytes()[pair] - inPair,
                                    current.length - (destination - current.base)));
            final MappedRanges.Mapped from = mappings.of(sources.range());
            if (from == null) {
                failed = true;
                break;
            }
            put(endpoint, source, bytes, destination, from);
            inPair += bytes;
            skipEmpty();
            count++;
        }
        if ((isPosted() || refused) && !flushing) {
            flushing = true;
            endpoint.flushNonBlocking(new FlushEnd());
            count++;
        }
        return count;
    }

    private void put(
            final UcpEndpoint endpoint,
            final long source,
            final long bytes,
            final long destination,
            final MappedRanges.Mapped from) {
        final int before = underWay;
        underWay++;
        posted = true;
        try {
            endpoint.putNonBlocking(source, bytes, destination, current.key, putEnd, from.source());
        } catch (final UcxException refused) {
            underWay = before; // told to the callback as well, or not
            failed = true;
            throw refused;
        }
    }

    private void takeKey(final UcpEndpoint endpoint) {
        if (freshKey == null) {
            return;
        }
        if (freshLength == 0 || destination() - freshBase < 0) {
            refused = true;
        } else {
            addKey(endpoint);
            refused = !hasKey();
        }
        freshKey = null;
    }

    /// A key that is none opens nothing.
    private void addKey(final UcpEndpoint endpoint) {
        try {
            final UcpRemoteKey key = RemoteKeys.unpack(endpoint, RemoteKeys.packed(freshKey));
            ranges.add(new RemoteRange(freshBase, freshLength, key));
        } catch (final dev.bounce.hw.ucx.UcxException | OutOfMemoryError none) {
            LOG.warn("direct transfer={}: {}", id, none.toString());
        }
    }

    /// Whether UCX has still to tell of a put.
    boolean isUnderWay() {
        return underWay > 0;
    }

    /// Whether a put or a flush has failed, so that it is not known what still reads.
    boolean hasFailed() {
        return failed;
    }

    /// Whether the peer gave no key for a destination.
    boolean isRefused() {
        return refused;
    }

    /// How it has ended, `null` while it has not. Outside callbacks of UCX, after errors were told.
    WriteOutcome outcome() {
        if (underWay > 0 || !flushed && !failed) {
            return null;
        }
        if (!failed && !refused) {
            return WriteOutcome.LANDED;
        }
        return posted ? WriteOutcome.DIRTY : WriteOutcome.NEVER;
    }

    /// Lets go of the keys.
    void close() {
        ranges.forEach(range -> range.key.close());
        ranges.clear();
    }
}

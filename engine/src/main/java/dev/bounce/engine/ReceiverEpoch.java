package dev.bounce.engine;

import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.Token;
import java.util.ArrayList;

/// One epoch of a link as its receiver sees it.
final class ReceiverEpoch {
    final ReceiverLink link;
    final long epoch;
    final long instance;
    final Nonce nonce;
    final Token token;
    final PlaneKey plane;

    /// Ends the lease.
    final Timer timer;

    /// The connection that the newest frame came on.
    long route;

    /// Address of the data-plane object, `null` while it is being made.
    Blob planeAddress;

    long newestBeat;
    long lastHeardNanos;

    /// Below it everything is forgotten.
    long oldestOpenRid = 1;

    /// Open flows and tombstones, by rising rid.
    final ArrayList<Flow> flows = new ArrayList<>();

    int openFlows;

    /// Shortest time from a grant to its DATA, `Long.MAX_VALUE` = not measured.
    long loopNanos = Long.MAX_VALUE;

    /// Smoothed time between the DATA of two chunks, 0 = not measured.
    long chunkNanos;

    long lastDataNanos;

    ReceiverEpoch(
            final ReceiverLink link,
            final PlaneKey plane,
            final Nonce nonce,
            final Token token,
            final long route,
            final long nowNanos,
            final Timer timer) {
        this.link = link;
        this.epoch = plane.epoch();
        this.instance = plane.instance();
        this.plane = plane;
        this.nonce = nonce;
        this.token = token;
        this.route = route;
        this.lastHeardNanos = nowNanos;
        this.timer = timer;
    }

    /// The flow or tombstone with that rid, or `null`.
    Flow flow(final long rid) {
        final int index = search(rid);
        return index >= 0 ? flows.get(index) : null;
    }

    /// Adds a flow whose rid is not known yet.
    void add(final Flow flow) {
        flows.add(-search(flow.rid) - 1, flow);
    }

    private int search(final long rid) {
        int low = 0;
        int high = flows.size() - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final long found = flows.get(middle).rid;
            if (found == rid) {
                return middle;
            }
            if (found < rid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}

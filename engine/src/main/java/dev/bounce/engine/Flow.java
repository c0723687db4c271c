package dev.bounce.engine;

import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;

/// One request as its receiver sees it, open or as a tombstone with its results.
final class Flow {
    final ReceiverEpoch epoch;
    final long rid;
    final Tag tag;
    final long[] chunkBytes;

    /// What it wants from the scheduler, `null` for a tombstone of an unknown rid.
    final Demand demand;

    /// Region of each chunk that is GRANTED, QUEUED or SCATTERING, else `null`.
    final Region[] region;

    /// Grant of each chunk, 0 = none yet.
    final long[] grantId;

    final long[] grantedNanos;

    /// Final status of each chunk, `null` = none yet.
    final Status[] status;

    /// Refusal of the whole request, `null` = none.
    Status refusal;

    int settled;
    int landed;

    /// Scatters that run, orphans counted in.
    int scattering;

    boolean open;
    boolean cancelled;

    /// CANCEL is to be answered when the last scatter ends.
    boolean cancelUnanswered;

    /// A GRANT has to leave in this step, with what was granted in it or without credits.
    boolean grantWanted;

    /// Every chunk below it was granted before this step.
    int announced;

    Flow(
            final ReceiverEpoch epoch,
            final long rid,
            final Tag tag,
            final long[] chunkBytes,
            final int window) {
        this.epoch = epoch;
        this.rid = rid;
        this.tag = tag;
        this.chunkBytes = chunkBytes;
        final int chunks = chunkBytes.length;
        this.demand = chunks == 0 ? null : new Demand(epoch.link.linkId, this, chunkBytes, window);
        region = new Region[chunks];
        grantId = new long[chunks];
        grantedNanos = new long[chunks];
        status = new Status[chunks];
    }

    boolean allLanded() {
        return chunkBytes.length > 0 && landed == chunkBytes.length;
    }
}

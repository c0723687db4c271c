package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.Token;
import java.util.ArrayList;

/// One epoch of a link as its sender sees it, from OPEN until its CLOSE is answered.
final class SenderEpoch {
    final SenderLink link;
    final long epoch;
    final Nonce nonce;
    final PlaneKey plane;

    /// The life of the receiver that it was opened with.
    final long peerInstance;

    /// Repeats CLOSE once the epoch has ended.
    final Timer closeTimer;

    /// [Token#NONE] until OPENED.
    Token token = Token.NONE;

    Body.ReceiverLimits limits;
    Body.ArenaAccess arena;

    boolean planeRequested;
    boolean planeOpen;

    /// Records that are not finished, by rising rid.
    final ArrayList<Request> records = new ArrayList<>();

    long nextRid = 1;
    int writesRunning;
    int writesDirty;

    private long beat;
    private long probeBeat;
    private long probeNanos;

    /// The receiver has heard a frame that left at or after this time.
    long leaseFromNanos;

    /// Smoothed time from a frame to the echo of its beat, 0 = not measured.
    long roundTripNanos;

    long lastSentNanos;
    long lastHeardNanos;
    long lastKeepAliveNanos;

    /// Since when the epoch has no record.
    long idleSinceNanos;

    boolean ended;

    /// The data plane reported an error: later completions do not count as LANDED.
    boolean broken;

    boolean closeSent;
    boolean clean;

    /// CLOSED came, or the receiver's life is over.
    boolean answered;

    boolean fenced;

    SenderEpoch(
            final SenderLink link,
            final long epoch,
            final Nonce nonce,
            final PlaneKey plane,
            final long peerInstance,
            final long nowNanos,
            final Timer closeTimer) {
        this.link = link;
        this.epoch = epoch;
        this.nonce = nonce;
        this.plane = plane;
        this.peerInstance = peerInstance;
        this.closeTimer = closeTimer;
        this.leaseFromNanos = nowNanos;
        this.idleSinceNanos = nowNanos;
        this.lastSentNanos = nowNanos;
        this.lastHeardNanos = nowNanos;
        this.lastKeepAliveNanos = nowNanos;
    }

    boolean isOpened() {
        return limits != null;
    }

    /// Rises with every frame; notes when the frame left if no echo is awaited.
    long nextBeat(final long nowNanos) {
        beat++;
        lastSentNanos = nowNanos;
        if (probeBeat == 0) {
            probeBeat = beat;
            probeNanos = nowNanos;
        }
        return beat;
    }

    Snapshot.Beats beats() {
        return new Snapshot.Beats(
                beat,
                probeBeat,
                probeNanos,
                leaseFromNanos,
                roundTripNanos,
                lastSentNanos,
                lastHeardNanos,
                lastKeepAliveNanos);
    }

    void restore(final Snapshot.Beats saved) {
        beat = saved.beat();
        probeBeat = saved.probeBeat();
        probeNanos = saved.probeNanos();
        leaseFromNanos = saved.leaseFromNanos();
        roundTripNanos = saved.roundTripNanos();
        lastSentNanos = saved.lastSentNanos();
        lastHeardNanos = saved.lastHeardNanos();
        lastKeepAliveNanos = saved.lastKeepAliveNanos();
    }

    /// The receiver has seen a frame with this beat or a newer one. True if the lease moved.
    boolean echo(final long beatEcho, final long nowNanos) {
        lastHeardNanos = nowNanos;
        if (probeBeat == 0 || beatEcho < probeBeat || beatEcho > beat) {
            return false;
        }
        leaseFromNanos = Math.max(leaseFromNanos, probeNanos);
        final long sample = nowNanos - probeNanos;
        roundTripNanos =
                roundTripNanos == 0 ? sample : roundTripNanos + (sample - roundTripNanos) / 8;
        probeBeat = 0;
        return true;
    }

    /// The last time at which a write may be posted with a credit of this epoch (rule 2).
    long creditUntilNanos() {
        return Context.later(leaseFromNanos, limits.leaseNanos() / 100 * 99);
    }

    /// When silence ends the epoch at this side.
    long leaseEndNanos() {
        return Context.later(leaseFromNanos, limits.leaseNanos() / 100 * 101);
    }

    /// Below it every record is finished and no write is running or DIRTY (rule 10).
    long oldestOpenRid() {
        return records.isEmpty() ? nextRid : records.get(0).rid;
    }

    /// Whether requests may run in it and there is none.
    boolean isIdle() {
        return !ended && planeOpen && records.isEmpty();
    }

    /// The record with that rid, or `null`.
    Request record(final long rid) {
        int low = 0;
        int high = records.size() - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final long found = records.get(middle).rid;
            if (found == rid) {
                return records.get(middle);
            }
            if (found < rid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}

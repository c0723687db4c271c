package dev.bounce.sim.world;

import dev.bounce.sim.check.Life;
import java.util.List;

/// One request that is served: what each worker has said of it, and what is known of its transfer.
final class ServingJob {
    private final long id;

    /// The lives of the workers that have it, `null` before it has come.
    Life prefillLife;

    Life decodeLife;

    /// Blocks to send, and blocks that may be written, `null` before they are known.
    List<Integer> from;

    List<Integer> to;

    /// Whether the prefill worker has been told of [#to].
    boolean published;

    /// Its transfer, `null` before both are known.
    Slot slot;

    /// Whether its transfer was given up before an engine had it.
    boolean withdrawn;

    /// Whether nothing has said yet that its destinations are quiet, though its transfer is over.
    boolean inDoubt;

    long doubtSinceNanos;

    /// The transfer that is in doubt: its sender, its number, and its epoch, 0 if that is unknown.
    Life doubtSender;

    long doubtUid;

    long doubtEpoch;

    /// Whether its computation was planned.
    boolean computing;

    boolean answering;

    long arrivedNanos;

    boolean responded;

    ServingJob(final long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /// Whether an engine has, or had, its transfer.
    boolean handedOver() {
        return slot != null && slot.attempts > 0;
    }
}

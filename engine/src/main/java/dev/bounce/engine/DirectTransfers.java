package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import java.util.ArrayList;

/// Transfers on the direct path: one put per descriptor, done by the host. Quiescent once every put
/// is LANDED or NEVER (rule 7).
final class DirectTransfers {
    /// One transfer whose puts have not all ended.
    static final class Direct {
        final long transferId;
        /// Its puts may outlive the link.
        final long linkId;

        final Transfer.Direct transfer;
        final Timer timer;
        Outcome failure;
        boolean resolved;

        Direct(
                final long transferId,
                final long linkId,
                final Transfer.Direct transfer,
                final Timer timer) {
            this.transferId = transferId;
            this.linkId = linkId;
            this.transfer = transfer;
            this.timer = timer;
        }
    }

    private final Context context;
    private final ArrayList<Direct> running = new ArrayList<>();

    DirectTransfers(final Context context) {
        this.context = context;
    }

    ArrayList<Direct> running() {
        return running;
    }

    void submit(final SenderLink link, final long transferId, final Transfer.Direct transfer) {
        context.tracer.record(Action.SUBMIT, link.linkId, 0, 0, -1, transferId);
        final Direct direct = create(link.linkId, transferId, transfer, context.nextOrdinal());
        context.deadlines.set(
                direct.timer,
                Context.later(context.now, context.config.timeouts().requestTimeoutNanos()));
        context.out.add(new Effect.DirectPut(transferId, link.peer, transfer.pairs()));
    }

    Direct create(
            final long linkId,
            final long transferId,
            final Transfer.Direct transfer,
            final long ordinal) {
        final Direct[] self = new Direct[1];
        final Timer timer = new Timer(ordinal, () -> give(self[0], Outcome.TIMED_OUT));
        self[0] = new Direct(transferId, linkId, transfer, timer);
        running.add(self[0]);
        return self[0];
    }

    /// The transfer with that id, or `null`.
    Direct find(final long transferId) {
        for (int index = 0; index < running.size(); index++) {
            if (running.get(index).transferId == transferId) {
                return running.get(index);
            }
        }
        return null;
    }

    /// Puts cannot be recalled: the caller waits for their end, at most the close time-out.
    void cancel(final Direct direct, final Outcome reason) {
        if (direct.resolved || direct.failure != null) {
            context.ignore(IgnoreReason.ALREADY_RESOLVED);
            return;
        }
        direct.failure = reason;
        context.deadlines.set(
                direct.timer,
                Context.later(context.now, context.config.timeouts().closeTimeoutNanos()));
    }

    /// The caller gets an answer before the puts have ended. They cannot be recalled and go on
    /// reading: the answer is not quiescent, and the transfer stays in the list, so that its
    /// sources are not given back ([Memory#release]).
    void give(final Direct direct, final Outcome reason) {
        if (direct.resolved) {
            return;
        }
        direct.resolved = true;
        context.deadlines.clear(direct.timer);
        final Outcome outcome = direct.failure == null ? reason : direct.failure;
        context.out.add(new Effect.Resolve(direct.transferId, 0, 0, outcome, false, false));
    }

    void ended(final Event.DirectEnded event) {
        final Direct direct = find(event.transferId());
        if (direct == null) {
            context.ignore(IgnoreReason.UNKNOWN_ID);
            return;
        }
        running.remove(direct);
        context.deadlines.clear(direct.timer);
        if (direct.resolved) {
            return;
        }
        direct.resolved = true;
        final boolean landed = event.outcome() == WriteOutcome.LANDED;
        final Outcome outcome =
                direct.failure != null
                        ? direct.failure
                        : landed ? Outcome.SUCCESS : Outcome.DIRECT_FAILED;
        context.out.add(
                new Effect.Resolve(
                        direct.transferId,
                        0,
                        0,
                        outcome,
                        landed,
                        event.outcome() != WriteOutcome.DIRTY));
    }
}

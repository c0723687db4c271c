package dev.bounce.engine;

/// What a link of the sender does as time passes (rule 2): it repeats OPEN, asks for an echo,
/// closes an epoch that is idle, ends one whose lease is over, and opens again after its back-off.
final class KeepAlive {
    private final Context context;
    private final SenderOutput output;
    private SenderOpening opening;
    private SenderEpochs epochs;

    KeepAlive(final Context context, final SenderOutput output) {
        this.context = context;
        this.output = output;
    }

    void connect(final SenderOpening opening, final SenderEpochs epochs) {
        this.opening = opening;
        this.epochs = epochs;
    }

    /// The moment that a link waited for has come: it does what is due and waits for the next.
    void tick(final SenderLink link) {
        final SenderEpoch epoch = link.current;
        if (epoch == null) {
            if (link.state == LinkState.LOST) {
                opening.open(link);
            }
            return;
        }
        if (!epoch.isOpened()) {
            if (context.now >= link.openDueNanos) {
                link.openIntervalNanos =
                        Math.min(
                                2 * link.openIntervalNanos, context.config.link().maxRepeatNanos());
                link.openDueNanos = Context.later(context.now, link.openIntervalNanos);
                output.open(epoch);
            }
        } else if (context.now >= epoch.leaseEndNanos()) {
            epochs.end(epoch, Outcome.LINK_LOST);
            return;
        } else if (context.now >= idleDueNanos(epoch)) {
            epochs.endIdle(epoch);
            return;
        } else if (context.now >= keepAliveDueNanos(epoch)) {
            output.keepAlive(epoch);
        }
        rearm(link);
    }

    void rearm(final SenderLink link) {
        final SenderEpoch epoch = link.current;
        if (epoch == null) {
            context.deadlines.set(
                    link.timer, link.state == LinkState.LOST ? link.openDueNanos : Long.MAX_VALUE);
        } else if (!epoch.isOpened()) {
            context.deadlines.set(link.timer, link.openDueNanos);
        } else {
            final long beat = Math.min(keepAliveDueNanos(epoch), epoch.leaseEndNanos());
            context.deadlines.set(link.timer, Math.min(beat, idleDueNanos(epoch)));
        }
    }

    /// An epoch has become idle.
    void armIdle(final SenderEpoch epoch) {
        final long due = idleDueNanos(epoch);
        if (due < epoch.link.timer.dueNanos) {
            context.deadlines.set(epoch.link.timer, due);
        }
    }

    /// When an epoch is closed because nothing was asked of it. Where direct puts are one-sided
    /// never: the open epoch is what tells the receiver that somebody may put into its memory
    /// (rule 17).
    private long idleDueNanos(final SenderEpoch epoch) {
        return epoch.isIdle() && !context.config.oneSidedDirect()
                ? Context.later(epoch.idleSinceNanos, context.config.link().idleTimeoutNanos())
                : Long.MAX_VALUE;
    }

    private long keepAliveDueNanos(final SenderEpoch epoch) {
        final long interval = context.config.link().keepAliveNanos();
        final long unheard =
                Context.later(Math.max(epoch.lastHeardNanos, epoch.lastKeepAliveNanos), interval);
        return Math.min(unheard, Context.later(epoch.lastSentNanos, interval));
    }
}

package dev.bounce.sim.world;

import dev.bounce.engine.Event;

/// Applications that change their mind: a limited number of submits is cancelled some time later.
final class Cancels {
    private static final int ONE_IN = 4;
    private static final long MICRO = 1_000;

    private final Context context;
    private int planned;

    Cancels(final Context context) {
        this.context = context;
    }

    /// Perhaps plans to cancel what is being submitted.
    void submitting(final Agent sender, final Attempt attempt) {
        final FaultPlan faults = context.faults();
        final long slot = attempt.slot().index();
        final long ordinal = attempt.uid();
        if (!faults.isActive()
                || planned >= faults.strength(Fault.CANCEL)
                || context.dice().below(Topic.CANCELLING, slot, ordinal, ONE_IN) > 0) {
            return;
        }
        planned++;
        final long delay =
                context.dice()
                        .logBetween(
                                Fault.CANCEL.key(),
                                slot,
                                ordinal,
                                MICRO,
                                context.settings().faultNanos());
        context.queue().after(delay, () -> cancel(sender, attempt));
    }

    private void cancel(final Agent sender, final Attempt attempt) {
        if (!attempt.isOver()) {
            context.faults().applied(Fault.CANCEL);
            context.harm().strike(attempt.uid());
            context.engines().deliver(sender, attempt.sender(), new Event.Cancel(attempt.uid()));
        }
    }
}

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
        final Slot slot = attempt.slot();
        final long ordinal = 16L * slot.ordinal() + slot.attempts;
        final FaultPlan faults = context.faults();
        if (!faults.isActive()) {
            return;
        }
        final long delay =
                faults.decisions().arePrescribed()
                        ? faults.decisions().prescribed(Fault.CANCEL.key(), slot.pair(), ordinal)
                        : draw(slot, ordinal);
        if (delay > 0) {
            planned++;
            context.queue().after(delay, () -> cancel(sender, attempt, ordinal, delay));
        }
    }

    private long draw(final Slot slot, final long ordinal) {
        final Dice dice = context.dice();
        if (planned >= context.faults().strength(Fault.CANCEL)
                || dice.below(Topic.CANCELLING, slot.pair(), ordinal, ONE_IN) > 0) {
            return 0;
        }
        return dice.logBetween(
                Fault.CANCEL.key(), slot.pair(), ordinal, MICRO, context.settings().faultNanos());
    }

    private void cancel(
            final Agent sender, final Attempt attempt, final long ordinal, final long delay) {
        if (!attempt.isOver()) {
            context.faults()
                    .strike(
                            new FaultPlan.Planned(
                                    Fault.CANCEL, attempt.slot().pair(), ordinal, delay));
            context.harm().strike(attempt.uid());
            context.engines().deliver(sender, attempt.sender(), new Event.Cancel(attempt.uid()));
        }
    }
}

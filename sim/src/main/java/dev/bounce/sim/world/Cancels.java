package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Applications that change their mind: a limited number of submits is cancelled some time later.
/// Which ones is drawn before anything is submitted, each by its own key, so that one submit or
/// cancel more or less moves no other.
final class Cancels {
    private static final int LATEST_ATTEMPT = 2;
    private static final long FIRST_BOUND = 1L << 60;
    private static final long LATER_BOUND = 1L << 62;
    private static final int MOST_ATTEMPTS = 16;
    private static final long MICRO = 1_000;

    private final Context context;
    private SortedSet<Long> chosen = new TreeSet<>();

    Cancels(final Context context) {
        this.context = context;
    }

    /// Chooses the submits that will be cancelled.
    ///
    /// @param transfers the keys of all transfers that may be submitted
    void choose(final List<Long> transfers) {
        chosen = choose(context.dice(), context.faults().strength(Fault.CANCEL), transfers);
    }

    /// The submits whose draws are the lowest, each keyed by its transfer and attempt. Most are
    /// first attempts.
    static SortedSet<Long> choose(final Dice dice, final int cancels, final List<Long> transfers) {
        final SortedMap<Long, Long> drawn = new TreeMap<>();
        for (final long transfer : transfers) {
            for (int attempt = 1; attempt <= LATEST_ATTEMPT; attempt++) {
                final long bound = attempt == 1 ? FIRST_BOUND : LATER_BOUND;
                drawn.put(
                        dice.below(Topic.CANCELLING, transfer, attempt, bound),
                        submit(transfer, attempt));
            }
        }
        return new TreeSet<>(drawn.values().stream().limit(cancels).toList());
    }

    private static long submit(final long transfer, final int attempt) {
        return MOST_ATTEMPTS * transfer + attempt;
    }

    /// Perhaps plans to cancel what is being submitted.
    void submitting(final Agent sender, final Attempt attempt) {
        final Slot slot = attempt.slot();
        final long ordinal = submit(slot.ordinal(), slot.attempts);
        final FaultPlan faults = context.faults();
        if (!faults.isActive()) {
            return;
        }
        final long delay =
                faults.decisions().arePrescribed()
                        ? faults.decisions().prescribed(Fault.CANCEL.key(), slot.pair(), ordinal)
                        : draw(slot, ordinal);
        if (delay > 0) {
            context.queue().after(delay, () -> cancel(sender, attempt, ordinal, delay));
        }
    }

    private long draw(final Slot slot, final long ordinal) {
        if (!chosen.contains(submit(slot.key(), slot.attempts))) {
            return 0;
        }
        return context.dice()
                .logBetween(
                        Fault.CANCEL.key(),
                        slot.pair(),
                        ordinal,
                        MICRO,
                        context.settings().faultNanos());
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

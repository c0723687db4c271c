package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.engine.LinkState;
import dev.bounce.engine.LinkView;
import dev.bounce.model.wire.Tag;
import dev.bounce.sim.check.TransferRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// When transfers are submitted, by whom, and when again; and which of them are open.
final class Submissions {
    private static final int MOST_ATTEMPTS = 3;
    private static final int RETRY_CHANCES = 3;

    private final Context context;
    private final Agent[] agents;
    private final List<Slot> slots;
    private final Destinations destinations;
    private final Cancels cancelling;
    private final Map<Long, Attempt> attempts = new HashMap<>();
    private long nextUid = 1;
    private int open;
    private int probes;
    private boolean stopped;

    Submissions(
            final Context context,
            final Agent[] agents,
            final List<Slot> slots,
            final Destinations destinations) {
        this.context = context;
        this.agents = agents;
        this.slots = slots;
        this.destinations = destinations;
        cancelling = new Cancels(context);
    }

    /// Plans the submits of the faulty phase.
    ///
    /// @param others keys of the transfers that workers may submit
    void start(final List<Long> others) {
        final List<Long> transfers = new ArrayList<>(others);
        for (final Slot slot : slots) {
            if (!slot.isProbe()) {
                transfers.add(slot.key());
                final long at = decide(Decisions.SUBMIT, slot, slot.ordinal());
                if (at > 0) {
                    slot.waiting = true;
                    context.queue().at(at, () -> submit(slot));
                }
            }
        }
        cancelling.choose(transfers);
    }

    /// Submits one probe on every link.
    void probe() {
        for (final Slot slot : slots) {
            if (slot.isProbe() && decide(Decisions.PROBE, slot, probes) > 0) {
                submit(slot);
            }
        }
        probes++;
    }

    /// The moment at which a transfer is submitted, 0 if it is not.
    private long decide(final int family, final Slot slot, final long ordinal) {
        final Decisions decisions = context.faults().decisions();
        final long at =
                decisions.arePrescribed()
                        ? decisions.prescribed(family, slot.pair(), ordinal)
                        : family == Decisions.PROBE ? 1 : drawMoment(slot);
        if (at > 0) {
            decisions.take(family, slot.pair(), ordinal, at);
        }
        return at;
    }

    private long drawMoment(final Slot slot) {
        final long last = context.settings().submitNanos();
        return context.dice().between(Topic.APPLICATION, slot.key(), 0, 1, last);
    }

    /// Nothing is submitted any more by itself.
    void stop() {
        stopped = true;
    }

    /// Whether nothing is submitted any more.
    boolean areStopped() {
        return stopped;
    }

    /// Number of the transfer that was submitted last.
    long lastUid() {
        return nextUid - 1;
    }

    /// The transfer of that number.
    Attempt attempt(final long uid) {
        return attempts.get(uid);
    }

    /// Submits a transfer now, or as soon as its sender can.
    void submit(final Slot slot) {
        final Agent sender = agents[slot.sender()];
        if (slot.retired || slot.senderLife != null && slot.senderLife != sender.life) {
            slot.waiting = false;
            return;
        }
        if (!sender.isAlive()
                || sender.backlog != null
                || sender.loaded[slot.receiver()] == null
                || slot.receiverLife != null && sender.loaded[slot.receiver()] != slot.receiverLife
                || !sender.memory.offersSources()) {
            waitAndSubmit(slot);
            return;
        }
        final String receiver = sender.loadedNames[slot.receiver()];
        final long linkId = sender.loadedLinks[slot.receiver()];
        if (isTaken(slot, linkId)) {
            slot.waiting = false;
            return;
        }
        final long uid = nextUid++;
        final TransferRecord record =
                new TransferRecord(slot.sender(), slot.receiver(), uid, linkId, slot.chunks());
        final Attempt attempt =
                new Attempt(
                        uid,
                        slot,
                        sender.life,
                        sender.loaded[slot.receiver()],
                        record,
                        context.dice().bits(Topic.APPLICATION, slot.key(), 1_000 + slot.attempts),
                        context.queue().nowNanos());
        attempts.put(uid, attempt);
        if (!slot.suspects.isEmpty()) {
            context.marks().hit(Mark.RETRY_BEFORE_QUIESCENCE);
        }
        final LinkView link = sender.engine.link(receiver);
        if (link.state() != LinkState.READY) {
            context.marks()
                    .hit(
                            link.takesRequests()
                                    ? Mark.SUBMITTED_AT_REST
                                    : Mark.SUBMITTED_BEFORE_READY);
        }
        destinations.submitting(slot, attempt);
        Sources.fill(sender, attempt);
        context.ledger().submitted(record);
        slot.open = attempt;
        slot.attempts++;
        slot.hopelessSinceNanos = context.queue().nowNanos();
        slot.waiting = false;
        open++;
        cancelling.submitting(sender, attempt);
        context.engines()
                .deliver(
                        sender,
                        sender.life,
                        new Event.Submit(
                                uid, receiver, slot.transfer(), Tag.of(Long.toString(uid))));
    }

    /// Whether an earlier attempt may still write the destination, so that rule 7 does not let it
    /// be used again: a put of the direct path, or a request of another link, which a process of
    /// another name has left behind. Requests of one link are kept apart by rule 15.
    private static boolean isTaken(final Slot slot, final long linkId) {
        for (final Attempt suspect : slot.suspects) {
            final boolean apart = !slot.isDirect() && suspect.record().linkId() == linkId;
            if (!suspect.isQuiescent() && !apart) {
                return true;
            }
        }
        return false;
    }

    /// The open attempt of a slot is over.
    void ended(final Slot slot) {
        slot.open = null;
        open--;
    }

    /// Tries a transfer that has ended again, as often as its application wants to.
    void tryAgain(final Slot slot) {
        final boolean mustTry = slot.attempts <= context.settings().retries();
        if (!stopped && (mustTry || slot.attempts < MOST_ATTEMPTS && isWillingToTry(slot))) {
            waitAndSubmit(slot);
        }
    }

    private boolean isWillingToTry(final Slot slot) {
        final long ordinal = 10 + slot.attempts;
        return context.dice().below(Topic.APPLICATION, slot.key(), ordinal, RETRY_CHANCES) > 0;
    }

    /// Submits a transfer after a while.
    void waitAndSubmit(final Slot slot) {
        slot.waiting = true;
        context.queue().after(context.settings().link().firstRepeatNanos() * 4, () -> submit(slot));
    }

    /// Transfers that are not over.
    int openCount() {
        return open;
    }

    /// Transfers between the living that wait to be submitted.
    int countWaiting() {
        int count = 0;
        for (final Slot slot : slots) {
            final boolean alive =
                    agents[slot.sender()].isAlive() && agents[slot.receiver()].isAlive();
            count += slot.waiting && alive ? 1 : 0;
        }
        return count;
    }
}

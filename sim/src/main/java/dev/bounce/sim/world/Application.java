package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.LinkState;
import dev.bounce.engine.LinkView;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.model.wire.Tag;
import dev.bounce.sim.check.FlowHistory;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.check.TransferRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The applications of all agents: they submit, cancel, try again, use their sources for something
/// else as soon as they may, and look at every byte that is said to be delivered.
final class Application {
    private static final int MOST_ATTEMPTS = 3;
    private static final int RETRY_CHANCES = 3;

    private final Context context;
    private final Agent[] agents;
    private final List<Slot> slots;
    private final Destinations destinations;
    private final Cancels cancelling;
    private final Map<Long, Attempt> attempts = new HashMap<>();
    private final Deliveries deliveries;
    private long nextUid = 1;
    private int open;
    private int probes;
    private boolean stopping;
    private Serving serving;
    private long resolved;
    private long succeeded;

    Application(final Context context, final Agent[] agents, final List<Slot> slots) {
        this.context = context;
        this.agents = agents;
        this.slots = slots;
        destinations = new Destinations(slots, agents, context.detail().bytes());
        deliveries = new Deliveries(destinations);
        cancelling = new Cancels(context);
    }

    /// Lets the requests of workers decide what is submitted, and when.
    void serve(final Serving workers) {
        serving = workers;
    }

    /// What the workers came to, `null` if there are none.
    Serving serving() {
        return serving;
    }

    /// Where every byte belongs.
    Destinations destinations() {
        return destinations;
    }

    /// Plans the submits of the faulty phase.
    void start() {
        for (final Slot slot : slots) {
            if (!slot.isProbe()) {
                final long at = decide(Decisions.SUBMIT, slot, slot.ordinal());
                if (at > 0) {
                    slot.waiting = true;
                    context.queue().at(at, () -> submit(slot));
                }
            }
        }
        if (serving != null) {
            serving.start();
        }
    }

    /// Number of the transfer that was submitted last.
    long lastUid() {
        return nextUid - 1;
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

    /// Nothing is submitted any more, and what runs may end in any way.
    void stop() {
        stopping = true;
        if (serving != null) {
            serving.stop();
        }
    }

    /// An engine says that it has stopped: nothing of it is open.
    void stopped(final Agent agent) {
        for (final Slot slot : slots) {
            if (slot.open != null && slot.open.sender() == agent.life) {
                throw new PropertyViolation(
                        "StoppedMeansResolved",
                        agent.name() + " has stopped, transfer " + slot.open.uid() + " is open");
            }
        }
    }

    /// Whether everything submitted is resolved and nothing waits to be submitted between the
    /// living.
    boolean isIdle() {
        return open == 0 && countWaiting() == 0 && (serving == null || serving.isIdle());
    }

    /// Whether a transfer is open or waits to be submitted.
    boolean isBusy(final Slot slot) {
        return slot.open != null || slot.waiting;
    }

    private int countWaiting() {
        int count = 0;
        for (final Slot slot : slots) {
            final boolean alive =
                    agents[slot.sender()].isAlive() && agents[slot.receiver()].isAlive();
            count += slot.waiting && alive ? 1 : 0;
        }
        return count;
    }

    /// Transfers that were resolved so far.
    long resolvedCount() {
        return resolved;
    }

    /// Rises with everything that ends.
    long progressCount() {
        return resolved + (serving == null ? 0 : serving.progressCount());
    }

    /// Transfers that succeeded so far.
    long succeededCount() {
        return succeeded;
    }

    /// What still waits, in words.
    String describeOpen() {
        final StringBuilder text = new StringBuilder();
        for (final Slot slot : slots) {
            if (slot.open != null) {
                text.append(' ').append(slot.describe()).append(';');
            }
        }
        return open
                + " open,"
                + text
                + " "
                + countWaiting()
                + " not submitted"
                + (serving == null ? "" : serving.describe());
    }

    /// The memory of an agent is new.
    void born(final Agent agent) {
        destinations.born(agent);
    }

    /// The process of an agent has died; what it had open is tried again by its next life.
    void died(final Life life) {
        for (final Slot slot : slots) {
            final Attempt attempt = slot.open;
            if (attempt != null && attempt.sender() == life) {
                attempt.end(false);
                slot.open = null;
                open--;
                tryAgain(slot);
            }
        }
        if (serving != null) {
            serving.died(life);
        }
    }

    /// An engine has resolved a transfer.
    void resolved(final Agent agent, final Effect.Resolve resolve) {
        final Attempt attempt = attempts.get(resolve.transferId());
        final Slot slot = attempt.slot();
        attempt.end(resolve.quiescent());
        slot.open = null;
        open--;
        resolved++;
        final boolean readsNothing = !slot.isDirect() || resolve.quiescent();
        if (readsNothing && resolve.outcome() != Outcome.AGENT_FAILED) {
            // What a failed device or a put that has not ended still reads nobody knows.
            Sources.reuse(agent, slot);
        }
        if (agents[slot.receiver()].isAlive()) {
            destinations.ended(attempt, resolve.outcome(), isOfThisLife(attempt, resolve));
        }
        mark(slot, resolve);
        if (serving != null) {
            serving.resolved(attempt, resolve);
        }
        if (resolve.outcome() == Outcome.SUCCESS) {
            succeeded++;
            return;
        }
        judgeFailure(attempt, resolve);
        if (!slot.isDirect() || resolve.quiescent()) {
            tryAgain(slot);
        }
    }

    /// A request fails only if a fault has struck it, or its link; in the healed world none does.
    private void judgeFailure(final Attempt attempt, final Effect.Resolve resolve) {
        if (stopping || context.profile() == Profile.BEYOND) {
            return;
        }
        final boolean healed = attempt.slot().isProbe();
        final FlowKey flow = context.ledger().flowOf(attempt.record(), resolve);
        final boolean explained =
                context.harm()
                        .explains(
                                attempt,
                                flow,
                                resolve,
                                agents[attempt.slot().receiver()].life,
                                context.faults().harmedLinks());
        if (healed || !explained) {
            final boolean harmless =
                    healed || context.harm().isNone() && !context.faults().harmedLinks();
            throw new PropertyViolation(
                    harmless ? "EveryRequestSucceeds" : "NoCollateral",
                    String.format(
                            Locale.ROOT,
                            "transfer %d from agent %d to agent %d ends as %s %s",
                            attempt.uid(),
                            attempt.slot().sender(),
                            attempt.slot().receiver(),
                            resolve,
                            healed ? "in the healed world" : "though nothing has harmed it"));
        }
    }

    /// An engine has refused a submit.
    void refused(final Effect.Refused refused) {
        final Attempt attempt = attempts.get(refused.transferId());
        if (refused.reason() == Refusal.BUSY) {
            context.marks().hit(Mark.SUBMIT_BUSY);
        } else if (refused.reason() == Refusal.PEER_RESTARTED) {
            context.marks().hit(Mark.SUBMIT_PEER_RESTARTED);
        }
        attempt.end(true);
        final Slot slot = attempt.slot();
        slot.suspects.remove(attempt);
        slot.open = null;
        slot.refused = true;
        slot.attempts--;
        open--;
        if (!stopping) {
            waitAndSubmit(slot);
        }
    }

    /// The receiving application is told that a flow was delivered.
    void delivered(final Agent agent, final Effect.Delivered delivered) {
        final long uid = Long.parseLong(delivered.tag().toString());
        deliveries.delivered(agent, delivered, attempts.get(uid));
        if (serving != null) {
            serving.delivered(attempts.get(uid), delivered);
        }
    }

    /// Checks every destination of every living agent.
    void checkMemory() {
        destinations.checkAll();
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

    private void tryAgain(final Slot slot) {
        if (serving != null && !slot.isProbe()) {
            return;
        }
        final boolean mustTry = slot.attempts <= context.settings().retries();
        if (!stopping && (mustTry || slot.attempts < MOST_ATTEMPTS && isWillingToTry(slot))) {
            waitAndSubmit(slot);
        }
    }

    private void waitAndSubmit(final Slot slot) {
        slot.waiting = true;
        context.queue().after(context.settings().link().firstRepeatNanos() * 4, () -> submit(slot));
    }

    /// Whether the bytes of an attempt, if it had any, went to the memory that the receiver has.
    private boolean isOfThisLife(final Attempt attempt, final Effect.Resolve resolve) {
        final Life receiver = agents[attempt.slot().receiver()].life;
        if (attempt.slot().isDirect()) {
            return attempt.receiver() == receiver;
        }
        final FlowHistory history =
                context.ledger().history(context.ledger().flowOf(attempt.record(), resolve));
        return history == null || history.receiver() == receiver;
    }

    private void mark(final Slot slot, final Effect.Resolve resolve) {
        if (!resolve.quiescent()) {
            context.marks().hit(Mark.RESOLVED_UNQUIET);
        }
        if (slot.isDirect() && !resolve.quiescent() && resolve.outcome() != Outcome.DIRECT_FAILED) {
            context.marks().hit(Mark.PUT_OUTLIVED_TRANSFER);
        }
        if (resolve.delivered() && resolve.outcome() != Outcome.SUCCESS) {
            context.marks().hit(Mark.FAILED_BUT_DELIVERED);
        }
        if (resolve.outcome() == Outcome.SUCCESS && slot.attempts > 1) {
            context.marks().hit(Mark.RETRY_SUCCEEDED);
        }
    }

    private boolean isWillingToTry(final Slot slot) {
        final long ordinal = 10 + slot.attempts;
        return context.dice().below(Topic.APPLICATION, slot.key(), ordinal, RETRY_CHANCES) > 0;
    }
}

package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.sim.check.FlowHistory;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import java.util.List;

/// The applications of all agents: they submit and try again ([Submissions]), use their sources for
/// something else as soon as they may, and look at every byte that is said to be delivered.
final class Application {
    private final Context context;
    private final Agent[] agents;
    private final List<Slot> slots;
    private final Destinations destinations;
    private final Submissions submissions;
    private final FailureChecks failures;
    private final Deliveries deliveries;
    private Serving serving;
    private long resolved;
    private long succeeded;

    Application(final Context context, final Agent[] agents, final List<Slot> slots) {
        this.context = context;
        this.agents = agents;
        this.slots = slots;
        destinations = new Destinations(slots, agents, context.detail().bytes());
        deliveries = new Deliveries(destinations);
        submissions = new Submissions(context, agents, slots, destinations);
        failures = new FailureChecks(context, agents);
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
        submissions.start(serving == null ? List.of() : serving.transfers());
        if (serving != null) {
            serving.start();
        }
    }

    /// Number of the transfer that was submitted last.
    long lastUid() {
        return submissions.lastUid();
    }

    /// Submits one probe on every link.
    void probe() {
        submissions.probe();
    }

    /// Nothing is submitted any more, and what runs may end in any way.
    void stop() {
        submissions.stop();
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
        return submissions.openCount() == 0
                && submissions.countWaiting() == 0
                && (serving == null || serving.isIdle());
    }

    /// Whether a transfer is open or waits to be submitted.
    boolean isBusy(final Slot slot) {
        return slot.open != null || slot.waiting;
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
        return submissions.openCount()
                + " open,"
                + text
                + " "
                + submissions.countWaiting()
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
                submissions.ended(slot);
                tryAgain(slot);
            }
        }
        if (serving != null) {
            serving.died(life);
        }
    }

    /// An engine has resolved a transfer.
    void resolved(final Agent agent, final Effect.Resolve resolve) {
        final Attempt attempt = submissions.attempt(resolve.transferId());
        final Slot slot = attempt.slot();
        attempt.end(resolve.quiescent());
        submissions.ended(slot);
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
        if (!submissions.areStopped()) {
            failures.judge(attempt, resolve);
        }
        if (!slot.isDirect() || resolve.quiescent()) {
            tryAgain(slot);
        }
    }

    /// An engine has refused a submit.
    void refused(final Effect.Refused refused) {
        final Attempt attempt = submissions.attempt(refused.transferId());
        if (refused.reason() == Refusal.BUSY) {
            context.marks().hit(Mark.SUBMIT_BUSY);
        } else if (refused.reason() == Refusal.PEER_RESTARTED) {
            context.marks().hit(Mark.SUBMIT_PEER_RESTARTED);
        }
        attempt.end(true);
        final Slot slot = attempt.slot();
        slot.suspects.remove(attempt);
        submissions.ended(slot);
        slot.refused = true;
        slot.attempts--;
        if (!submissions.areStopped()) {
            submissions.waitAndSubmit(slot);
        }
    }

    /// The receiving application is told that a flow was delivered.
    void delivered(final Agent agent, final Effect.Delivered delivered) {
        final long uid = Long.parseLong(delivered.tag().toString());
        final Attempt attempt = submissions.attempt(uid);
        deliveries.delivered(agent, delivered, attempt);
        if (serving != null) {
            serving.delivered(attempt, delivered);
        }
    }

    /// Checks every destination of every living agent.
    void checkMemory() {
        destinations.checkAll();
    }

    /// Submits a transfer now, or as soon as its sender can.
    void submit(final Slot slot) {
        submissions.submit(slot);
    }

    private void tryAgain(final Slot slot) {
        if (serving == null || slot.isProbe()) {
            submissions.tryAgain(slot);
        }
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
}

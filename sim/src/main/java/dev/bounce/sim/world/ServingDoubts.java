package dev.bounce.sim.world;

import dev.bounce.sim.check.Life;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Destinations of one prefill worker that may still be written although their transfer is over:
/// it ended without proof, or its sender died. Evidence that they are quiet is a delivery of a
/// later epoch of the link, which no scatter of an older one outlives (rule 15). Whoever waits too
/// long opens a new epoch and sends a block of no request.
final class ServingDoubts {
    private static final int EVIDENCE = 254;
    private static final int DOUBT_TICKS = 300;

    private final Context context;
    private final Lives lives;
    private final Application application;
    private final ServingPlan plan;
    private final ServingOrigin origin;
    private final List<ServingJob> jobs;
    private final Agent sender;
    private final Agent receiver;
    private final Slot evidence;

    ServingDoubts(
            final Context context,
            final Lives lives,
            final Application application,
            final ServingPlan plan,
            final ServingOrigin origin,
            final List<ServingJob> jobs) {
        this.context = context;
        this.lives = lives;
        this.application = application;
        this.plan = plan;
        this.origin = origin;
        this.jobs = jobs;
        sender = lives.agents()[origin.agent()];
        receiver = lives.agents()[ServingPlan.DECODE];
        evidence = plan.slot(origin, EVIDENCE, origin.evidence());
    }

    /// The block of no request has its place.
    void start() {
        application.destinations().add(evidence);
    }

    /// A transfer has ended without proof.
    void add(final ServingJob job, final Attempt attempt, final long epoch) {
        job.inDoubt = true;
        job.doubtSinceNanos = now();
        job.doubtSender = attempt.sender();
        job.doubtUid = attempt.uid();
        job.doubtEpoch = epoch;
    }

    /// The sender of a transfer has died.
    void add(final ServingJob job, final Life dead) {
        job.inDoubt = true;
        job.doubtSinceNanos = now();
        job.doubtSender = dead;
        job.doubtUid = application.lastUid();
        job.doubtEpoch = Long.MAX_VALUE;
    }

    /// A transfer was delivered.
    ///
    /// @param attempt of this prefill worker
    /// @param settled told of the requests that it is evidence for
    void settle(final Attempt attempt, final long epoch, final Consumer<ServingJob> settled) {
        for (final ServingJob job : jobs) {
            final boolean isLater =
                    attempt.sender() == job.doubtSender
                            ? epoch > job.doubtEpoch
                            : attempt.uid() > job.doubtUid;
            if (isMine(job) && job.inDoubt && isLater) {
                job.inDoubt = false;
                settled.accept(job);
            }
        }
    }

    /// Sends a block of no request if somebody waits for evidence, and opens a new epoch if
    /// somebody has waited for long.
    ///
    /// @param isOpen whether the decode worker still waits
    void seekEvidence(final Predicate<ServingJob> isOpen) {
        ServingJob oldest = null;
        for (final ServingJob job : jobs) {
            job.inDoubt &= isOpen.test(job);
            if (isMine(job)
                    && job.inDoubt
                    && (oldest == null || job.doubtSinceNanos < oldest.doubtSinceNanos)) {
                oldest = job;
            }
        }
        final boolean possible =
                sender.isAlive() && receiver.isAlive() && !sender.frozen && !receiver.frozen;
        if (oldest == null || !possible || application.isBusy(evidence)) {
            return;
        }
        if (now() - oldest.doubtSinceNanos > DOUBT_TICKS * plan.tickNanos()) {
            oldest.doubtSinceNanos = now();
            reopen();
        }
        evidence.waiting = true;
        context.queue().after(2 * plan.tickNanos(), () -> application.submit(evidence));
    }

    private void reopen() {
        for (final ServingJob job : jobs) {
            if (isMine(job) && job.slot != null && job.slot.open != null) {
                context.harm().strike(job.slot.open.uid());
            }
        }
        final Life life = sender.life;
        lives.forget(sender, receiver);
        context.queue()
                .after(
                        plan.tickNanos(),
                        () -> {
                            if (sender.life == life) {
                                lives.load(sender, receiver);
                            }
                        });
    }

    private boolean isMine(final ServingJob job) {
        return plan.originOf(job.id()) == origin;
    }

    private long now() {
        return context.queue().nowNanos();
    }
}

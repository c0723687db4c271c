package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.Outcome;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.sim.check.Life;

/// The transfers of requests that are served: begun when both ends are known, given up, and told to
/// both workers when they are over.
final class ServingTransfers {
    private final Context context;
    private final Application application;
    private final ServingPlan plan;
    private final ServingChecks checks;
    private final Serving serving;

    ServingTransfers(
            final Context context,
            final Application application,
            final ServingPlan plan,
            final ServingChecks checks,
            final Serving serving) {
        this.context = context;
        this.application = application;
        this.plan = plan;
        this.checks = checks;
        this.serving = serving;
    }

    /// Submits the transfer of a request once both ends are known.
    void begin(final ServingJob job) {
        if (job.from == null || !job.published || job.slot != null || job.withdrawn) {
            return;
        }
        if (serving.receiver().life != job.decodeLife) {
            return; // the prefill worker is about to hear of it
        }
        job.slot = plan.slot(job);
        checks.moved(Math.min(job.from.size(), job.to.size()), job.slot.pairs().size());
        job.slot.senderLife = job.prefillLife;
        job.slot.receiverLife = job.decodeLife;
        application.destinations().add(job.slot);
        job.slot.waiting = true;
        context.queue().after(0, () -> application.submit(job.slot));
    }

    /// A transfer that an engine has is cancelled; one that it never had has touched nothing.
    void endEarly(final ServingJob job) {
        if (job.handedOver()) {
            final Attempt attempt = job.slot.open;
            if (attempt != null) {
                context.harm().strike(attempt.uid());
                context.engines()
                        .deliver(
                                serving.of(job).agent(),
                                attempt.sender(),
                                new Event.Cancel(attempt.uid()));
            }
            return;
        }
        if (job.withdrawn) {
            return;
        }
        job.withdrawn = true;
        if (job.slot != null && !job.slot.retired) {
            application.destinations().retire(job.slot);
        }
        serving.onPrefill(
                serving.of(job),
                job.prefillLife,
                () -> {
                    serving.prefillReport(job, ContextEvent.CANCEL);
                    serving.prefillReport(job, ContextEvent.TRANSFER_FAILED);
                });
        serving.tellDecode(job, () -> sendWithdrawn(job));
    }

    /// Nothing is sent to a request of the decode worker, and nothing was.
    void sendWithdrawn(final ServingJob job) {
        final GenerationRequest request = serving.decode().request(job.id());
        if (request != null) {
            serving.decodeReport(
                    job,
                    request.phase() == GenerationRequest.Phase.INIT
                            ? GenerationEvent.STOP
                            : GenerationEvent.WRITERS_STOPPED);
        }
    }

    /// An engine has resolved a transfer.
    void resolved(final Attempt attempt, final Effect.Resolve resolve) {
        final ServingJob job = jobOf(attempt.slot());
        if (job != null) {
            final Runnable report = () -> resolved(job, attempt, resolve);
            context.queue()
                    .after(0, () -> serving.onPrefill(serving.of(job), attempt.sender(), report));
        }
    }

    /// When a request resolves nothing reads its source; of a device that failed nobody knows.
    private void resolved(
            final ServingJob job, final Attempt attempt, final Effect.Resolve resolve) {
        final boolean success = resolve.outcome() == Outcome.SUCCESS;
        if (success) {
            serving.prefillReport(job, ContextEvent.TRANSFER_SUCCEEDED);
        } else if (resolve.outcome() != Outcome.AGENT_FAILED) {
            serving.prefillReport(job, ContextEvent.TRANSFER_FAILED);
        }
        serving.tellDecode(
                job,
                () -> {
                    if (success) {
                        arrived(job);
                    } else if (resolve.quiescent()) {
                        serving.decodeReport(job, GenerationEvent.WRITERS_STOPPED);
                    } else {
                        serving.decodeReport(job, GenerationEvent.RECEIVE_FAILED);
                        serving.of(job).doubts().add(job, attempt, resolve.epoch());
                    }
                });
    }

    private void arrived(final ServingJob job) {
        if (isOpen(job)) {
            checks.ready(serving.now() - job.arrivedNanos);
        }
        serving.decodeReport(job, GenerationEvent.WRITERS_DONE);
    }

    /// An engine says that every byte of a transfer is in place.
    void delivered(final Attempt attempt, final Effect.Delivered delivered) {
        final Life life = serving.receiver().life;
        final Runnable report = () -> deliveredHere(attempt, delivered.epoch());
        context.queue().after(0, () -> serving.onDecode(life, report));
    }

    private void deliveredHere(final Attempt attempt, final long epoch) {
        final ServingJob job = jobOf(attempt.slot());
        if (job != null) {
            arrived(job);
        }
        for (final ServingPrefill prefill : serving.prefills()) {
            if (prefill.agent().index() == attempt.slot().sender()) {
                prefill.doubts()
                        .settle(
                                attempt,
                                epoch,
                                settled ->
                                        serving.decodeReport(
                                                settled, GenerationEvent.WRITERS_STOPPED));
            }
        }
    }

    /// Whether its destinations may still be written for all that the decode worker knows.
    boolean isOpen(final ServingJob job) {
        final GenerationRequest request = serving.decode().request(job.id());
        return request != null && request.evidence().isOpen();
    }

    void senderGone(final ServingJob job, final Life life) {
        final GenerationRequest request = serving.decode().request(job.id());
        if (request == null) {
            return;
        }
        if (request.phase() == GenerationRequest.Phase.INIT) {
            serving.decodeReport(job, GenerationEvent.STOP);
            return;
        }
        serving.decodeReport(job, GenerationEvent.REMOTE_CANCEL);
        if (!job.handedOver()) {
            endEarly(job);
        } else if (isOpen(job) && !job.inDoubt) {
            serving.of(job).doubts().add(job, life);
        }
    }

    private ServingJob jobOf(final Slot slot) {
        return serving.jobs().stream().filter(job -> job.slot == slot).findFirst().orElse(null);
    }
}

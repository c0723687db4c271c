package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.Outcome;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.PrefillWorker;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.List;

/// A prefill worker on the first agent and a decode worker on the second, as their applications:
/// what their KV lifecycles want is submitted, and what becomes of it is reported to them. Blocks
/// are used again as soon as the lifecycles give them back.
///
/// Workers die with their processes and stand still with them; what passes between the two is not
/// lost. Destinations that may still be written are the business of [ServingDoubts].
final class Serving {
    private static final int TURN_TICKS = 20;

    private final Context context;
    private final Application application;
    private final ServingPlan plan;
    private final Agent sender;
    private final Agent receiver;
    private final ServingChecks checks;
    private final List<ServingJob> jobs = new ArrayList<>();
    private final ServingDoubts doubts;
    private PrefillWorker prefill;
    private DecodeWorker decode;
    private long progress;
    private boolean stopped;

    Serving(
            final Context context,
            final Lives lives,
            final Application application,
            final ServingPlan plan) {
        this.context = context;
        this.application = application;
        this.plan = plan;
        sender = lives.agents()[ServingPlan.PREFILL];
        receiver = lives.agents()[ServingPlan.DECODE];
        prefill = plan.newPrefill();
        decode = plan.newDecode();
        checks = new ServingChecks();
        doubts = new ServingDoubts(context, lives, application, plan, jobs);
    }

    /// Plans all arrivals.
    void start() {
        doubts.start();
        for (long id = 0; id < plan.requests(); id++) {
            final ServingJob job = new ServingJob(id);
            jobs.add(job);
            context.queue().at(plan.arrivalNanos(id), () -> arrive(job));
        }
        turnLater();
    }

    /// Nothing is begun any more.
    void stop() {
        stopped = true;
    }

    private void turnLater() {
        context.queue()
                .after(
                        TURN_TICKS * plan.tickNanos(),
                        () -> {
                            if (!stopped) {
                                onPrefill(sender.life, () -> {});
                                onDecode(receiver.life, () -> {});
                                doubts.seekEvidence(this::isOpen);
                                turnLater();
                            }
                        });
    }

    /// Does something in the process of the prefill worker, and lets that take a turn.
    private void onPrefill(final Life life, final Runnable action) {
        context.engines()
                .whenAwake(
                        sender,
                        life,
                        () -> {
                            if (!stopped) {
                                checks.guard(
                                        () -> {
                                            action.run();
                                            perform(prefill.errorPass(now()), false);
                                            perform(prefill.turn(now()), false);
                                            planPrefills();
                                        });
                                checks.look(prefill, now());
                            }
                        });
    }

    private void onDecode(final Life life, final Runnable action) {
        context.engines()
                .whenAwake(
                        receiver,
                        life,
                        () -> {
                            if (!stopped) {
                                checks.guard(
                                        () -> {
                                            action.run();
                                            perform(decode.errorPass(now()), true);
                                            perform(decode.turn(now()), true);
                                            planAnswers();
                                        });
                                checks.look(decode, now());
                                retireFreed();
                            }
                        });
    }

    private void tellPrefill(final ServingJob job, final Runnable action) {
        context.queue().after(plan.messageNanos(), () -> onPrefill(job.prefillLife, action));
    }

    private void tellDecode(final ServingJob job, final Runnable action) {
        context.queue().after(plan.messageNanos(), () -> onDecode(job.decodeLife, action));
    }

    private long now() {
        return context.queue().nowNanos();
    }

    private void arrive(final ServingJob job) {
        if (stopped) {
            return;
        }
        if (!sender.isAlive() || !receiver.isAlive()) {
            context.queue().after(TURN_TICKS * plan.tickNanos(), () -> arrive(job));
            return;
        }
        final int tokens = plan.promptTokens(job.id());
        job.prefillLife = sender.life;
        job.decodeLife = receiver.life;
        job.arrivedNanos = now();
        onPrefill(
                job.prefillLife, () -> accept(prefill.add(job.id(), tokens, false, false), false));
        onDecode(
                job.decodeLife,
                () -> accept(decode.add(job.id(), tokens, ServingPlan.EXTRA_TOKENS), true));
        final long cancel = plan.cancelNanos(job.id());
        if (cancel > 0) {
            context.queue().after(cancel, () -> cancel(job));
        }
    }

    private void cancel(final ServingJob job) {
        onPrefill(job.prefillLife, () -> prefillReport(job, ContextEvent.CANCEL));
        onDecode(job.decodeLife, () -> decodeReport(job, GenerationEvent.STOP));
    }

    private void prefillReport(final ServingJob job, final ContextEvent event) {
        accept(prefill.report(job.id(), event, now()), false);
    }

    private void decodeReport(final ServingJob job, final GenerationEvent event) {
        accept(decode.report(job.id(), event, now()), true);
    }

    private void accept(final WorkerStep step, final boolean isDecode) {
        if (step instanceof WorkerStep.Done(final List<KvEffect> effects)) {
            perform(effects, isDecode);
        }
    }

    private void planPrefills() {
        for (final long id : prefill.ids()) {
            final ServingJob job = jobs.get((int) id);
            if (!job.computing && prefill.request(id).phase() == ContextRequest.Phase.PREFILLING) {
                job.computing = true;
                context.queue().after(plan.computeNanos(id, false), () -> prefilled(job));
            }
        }
    }

    private void prefilled(final ServingJob job) {
        onPrefill(job.prefillLife, () -> prefillReport(job, ContextEvent.PREFILL_DONE));
    }

    private void planAnswers() {
        for (final long id : decode.ids()) {
            final ServingJob job = jobs.get((int) id);
            if (!job.answering && decode.request(id).phase() == GenerationRequest.Phase.DECODING) {
                job.answering = true;
                context.queue().after(plan.computeNanos(id, true), () -> answered(job));
            }
        }
    }

    private void answered(final ServingJob job) {
        onDecode(job.decodeLife, () -> decodeReport(job, GenerationEvent.FINISH));
    }

    /// @param isDecode whether they are of the decode worker, which is the one that a client hears
    private void perform(final List<KvEffect> effects, final boolean isDecode) {
        for (final KvEffect effect : effects) {
            final ServingJob job = jobs.get((int) effect.id());
            switch (effect) {
                case KvEffect.Submit submit -> {
                    job.from = submit.blocks();
                    prefillReport(job, ContextEvent.SUBMIT_ACCEPTED);
                    if (job.withdrawn) {
                        prefillReport(job, ContextEvent.TRANSFER_FAILED);
                    } else {
                        begin(job);
                    }
                }
                case KvEffect.StartReceive receive -> {
                    job.to = receive.blocks();
                    tellPrefill(
                            job,
                            () -> {
                                job.published = true;
                                begin(job);
                                if (job.withdrawn) {
                                    tellDecode(job, () -> sendWithdrawn(job));
                                }
                            });
                }
                case KvEffect.AskCancel _ ->
                        context.queue().after(plan.messageNanos(), () -> endEarly(job));
                case KvEffect.Respond respond -> {
                    progress++;
                    checks.answered(job.id(), isDecode, respond.outcome());
                    if (isDecode) {
                        checks.responded(job, respond.outcome());
                    }
                }
            }
        }
    }

    /// Submits the transfer of a request once both ends are known.
    private void begin(final ServingJob job) {
        if (job.from == null || !job.published || job.slot != null || job.withdrawn) {
            return;
        }
        if (receiver.life != job.decodeLife) {
            return; // the prefill worker is about to hear of it
        }
        job.slot = plan.slot(job);
        checks.moved(Math.min(job.from.size(), job.to.size()), job.slot.pairs().size());
        job.slot.receiverLife = job.decodeLife;
        application.destinations().add(job.slot);
        job.slot.waiting = true;
        context.queue().after(0, () -> application.submit(job.slot));
    }

    /// A transfer that an engine has is cancelled; one that it never had has touched nothing.
    private void endEarly(final ServingJob job) {
        if (job.handedOver()) {
            final Attempt attempt = job.slot.open;
            if (attempt != null) {
                context.harm().strike(attempt.uid());
                context.engines()
                        .deliver(sender, attempt.sender(), new Event.Cancel(attempt.uid()));
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
        onPrefill(
                job.prefillLife,
                () -> {
                    prefillReport(job, ContextEvent.CANCEL);
                    prefillReport(job, ContextEvent.TRANSFER_FAILED);
                });
        tellDecode(job, () -> sendWithdrawn(job));
    }

    /// Nothing is sent to a request of the decode worker, and nothing was.
    private void sendWithdrawn(final ServingJob job) {
        final GenerationRequest request = decode.request(job.id());
        if (request != null) {
            decodeReport(
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
            context.queue().after(0, () -> onPrefill(attempt.sender(), report));
        }
    }

    /// When a request resolves nothing reads its source; of a device that failed nobody knows.
    private void resolved(
            final ServingJob job, final Attempt attempt, final Effect.Resolve resolve) {
        final boolean success = resolve.outcome() == Outcome.SUCCESS;
        if (success) {
            prefillReport(job, ContextEvent.TRANSFER_SUCCEEDED);
        } else if (resolve.outcome() != Outcome.AGENT_FAILED) {
            prefillReport(job, ContextEvent.TRANSFER_FAILED);
        }
        tellDecode(
                job,
                () -> {
                    if (success) {
                        arrived(job);
                    } else if (resolve.quiescent()) {
                        decodeReport(job, GenerationEvent.WRITERS_STOPPED);
                    } else {
                        decodeReport(job, GenerationEvent.RECEIVE_FAILED);
                        doubts.add(job, attempt, resolve.epoch());
                    }
                });
    }

    private void arrived(final ServingJob job) {
        if (isOpen(job)) {
            checks.ready(now() - job.arrivedNanos);
        }
        decodeReport(job, GenerationEvent.WRITERS_DONE);
    }

    /// An engine says that every byte of a transfer is in place.
    void delivered(final Attempt attempt, final Effect.Delivered delivered) {
        final Life life = receiver.life;
        final Runnable report = () -> deliveredHere(attempt, delivered.epoch());
        context.queue().after(0, () -> onDecode(life, report));
    }

    private void deliveredHere(final Attempt attempt, final long epoch) {
        final ServingJob job = jobOf(attempt.slot());
        if (job != null) {
            arrived(job);
        }
        doubts.settle(
                attempt, epoch, settled -> decodeReport(settled, GenerationEvent.WRITERS_STOPPED));
    }

    /// Whether its destinations may still be written for all that the decode worker knows.
    private boolean isOpen(final ServingJob job) {
        final GenerationRequest request = decode.request(job.id());
        return request != null && request.evidence().isOpen();
    }

    /// A process has died, and its worker with it.
    void died(final Life life) {
        for (final ServingJob job : jobs) {
            if (job.decodeLife == life) {
                job.inDoubt = false;
                checks.lost(job);
                if (job.slot != null) {
                    job.slot.retired = true;
                }
                tellPrefill(job, () -> prefillReport(job, ContextEvent.CANCEL));
            }
            if (job.prefillLife == life) {
                tellDecode(job, () -> senderGone(job, life));
            }
        }
        if (life.agent() == ServingPlan.PREFILL) {
            prefill = plan.newPrefill();
        } else {
            decode = plan.newDecode();
        }
    }

    private void senderGone(final ServingJob job, final Life life) {
        final GenerationRequest request = decode.request(job.id());
        if (request == null) {
            return;
        }
        if (request.phase() == GenerationRequest.Phase.INIT) {
            decodeReport(job, GenerationEvent.STOP);
            return;
        }
        decodeReport(job, GenerationEvent.REMOTE_CANCEL);
        if (!job.handedOver()) {
            endEarly(job);
        } else if (isOpen(job) && !job.inDoubt) {
            doubts.add(job, life);
        }
    }

    /// Destinations of requests that the decode worker has freed are nobody's any more.
    private void retireFreed() {
        for (final ServingJob job : jobs) {
            if (job.slot != null
                    && !job.slot.retired
                    && job.decodeLife == receiver.life
                    && decode.holdings().pool().blocks(job.id()).length == 0) {
                application.destinations().retire(job.slot);
            }
        }
    }

    private ServingJob jobOf(final Slot slot) {
        return jobs.stream().filter(job -> job.slot == slot).findFirst().orElse(null);
    }

    /// Whether every request is over and no block waits for evidence.
    boolean isIdle() {
        for (final ServingJob job : jobs) {
            if (job.prefillLife == null) {
                return false;
            }
        }
        return prefill.ids().isEmpty() && decode.ids().isEmpty();
    }

    long progressCount() {
        return progress;
    }

    /// What is left, in words.
    String describe() {
        final StringBuilder text =
                new StringBuilder("; prefill " + prefill.ids() + ", decode " + decode.ids());
        for (final long id : decode.ids()) {
            text.append(' ').append(id).append(' ').append(decode.request(id).phase());
            text.append(jobs.get((int) id).inDoubt ? " in doubt" : "");
        }
        return text.toString();
    }

    /// What the workers came to.
    ServingFigures figures() {
        return checks.figures(
                plan.requests(), prefill.quarantinedBlocks() + decode.quarantinedBlocks());
    }
}

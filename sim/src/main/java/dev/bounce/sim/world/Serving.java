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
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.vmm.DescriptorCoalescer;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.List;

/// A prefill worker on the first agent and a decode worker on the second, as their applications:
/// what their KV lifecycles want is submitted, and what becomes of it is reported to them. Blocks
/// are used again as soon as the lifecycles give them back.
///
/// Workers die with their processes and stand still with them; what passes between the two is not
/// lost. A transfer that ended without proof leaves its destinations in doubt, as that of a sender
/// that died: evidence is a delivery of a later epoch of the link, which nothing of an older one
/// outlives (rule 15). Whoever waits too long opens a new epoch and sends a block of no request.
final class Serving {
    private static final int EVIDENCE = 254;
    private static final int TURN_TICKS = 20;
    private static final int DOUBT_TICKS = 300;

    private final Context context;
    private final Lives lives;
    private final Application application;
    private final ServingPlan plan;
    private final Agent sender;
    private final Agent receiver;
    private final ServingChecks checks;
    private final List<ServingJob> jobs = new ArrayList<>();
    private final Slot evidence;
    private PrefillWorker prefill;
    private DecodeWorker decode;
    private long progress;
    private long descriptors;
    private long pieces;
    private boolean stopped;

    Serving(
            final Context context,
            final Lives lives,
            final Application application,
            final ServingPlan plan) {
        this.context = context;
        this.lives = lives;
        this.application = application;
        this.plan = plan;
        sender = lives.agents()[ServingPlan.PREFILL];
        receiver = lives.agents()[ServingPlan.DECODE];
        prefill = plan.newPrefill();
        decode = plan.newDecode();
        checks = new ServingChecks();
        evidence = slot(EVIDENCE, plan.evidence());
    }

    private Slot slot(final int ordinal, final DescriptorPairs pairs) {
        final TransferPlan planned = TransferPlan.of(pairs, plan.limits());
        return new Slot(
                ordinal,
                ordinal,
                ServingPlan.PREFILL,
                ServingPlan.DECODE,
                new Transfer.Coalesced(planned),
                pairs,
                planned.chunkCount(),
                false);
    }

    /// Plans all arrivals.
    void start() {
        application.destinations().add(evidence);
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
                                seekEvidence();
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
                context.queue()
                        .after(
                                plan.computeNanos(id, false),
                                () ->
                                        onPrefill(
                                                job.prefillLife,
                                                () ->
                                                        prefillReport(
                                                                job, ContextEvent.PREFILL_DONE)));
            }
        }
    }

    private void planAnswers() {
        for (final long id : decode.ids()) {
            final ServingJob job = jobs.get((int) id);
            if (!job.answering && decode.request(id).phase() == GenerationRequest.Phase.DECODING) {
                job.answering = true;
                context.queue()
                        .after(
                                plan.computeNanos(id, true),
                                () ->
                                        onDecode(
                                                job.decodeLife,
                                                () -> decodeReport(job, GenerationEvent.FINISH)));
            }
        }
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
        final DescriptorPairs whole = plan.from().pairs(job.from, plan.to(), job.to);
        final DescriptorPairs cut =
                DescriptorCoalescer.coalesce(whole, plan.source(), plan.destination());
        descriptors += whole.size();
        pieces += cut.size();
        job.slot = slot((int) job.id(), cut);
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
            context.queue()
                    .after(
                            0,
                            () ->
                                    onPrefill(
                                            attempt.sender(),
                                            () -> resolved(job, attempt, resolve)));
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
                        doubt(job, attempt, resolve.epoch());
                    }
                });
    }

    private void doubt(final ServingJob job, final Attempt attempt, final long epoch) {
        job.inDoubt = true;
        job.doubtSinceNanos = now();
        job.doubtSender = attempt.sender();
        job.doubtUid = attempt.uid();
        job.doubtEpoch = epoch;
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
        context.queue()
                .after(
                        0,
                        () ->
                                onDecode(
                                        life,
                                        () -> {
                                            final ServingJob job = jobOf(attempt.slot());
                                            if (job != null) {
                                                arrived(job);
                                            }
                                            settleDoubts(attempt, delivered.epoch());
                                        }));
    }

    /// Whether its destinations may still be written for all that the decode worker knows.
    private boolean isOpen(final ServingJob job) {
        final GenerationRequest request = decode.request(job.id());
        return request != null && request.evidence().isOpen();
    }

    private void settleDoubts(final Attempt attempt, final long epoch) {
        for (final ServingJob job : jobs) {
            final boolean isLater =
                    attempt.sender() == job.doubtSender
                            ? epoch > job.doubtEpoch
                            : attempt.uid() > job.doubtUid;
            if (job.inDoubt && isLater) {
                job.inDoubt = false;
                decodeReport(job, GenerationEvent.WRITERS_STOPPED);
            }
        }
    }

    /// Opens a new epoch and sends a block of no request, if somebody waits for evidence.
    private void seekEvidence() {
        ServingJob oldest = null;
        for (final ServingJob job : jobs) {
            job.inDoubt &= isOpen(job);
            if (job.inDoubt && (oldest == null || job.doubtSinceNanos < oldest.doubtSinceNanos)) {
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
            if (job.slot != null && job.slot.open != null) {
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

    /// A process has died, and its worker with it.
    void died(final Life life) {
        for (final ServingJob job : jobs) {
            if (job.decodeLife == life) {
                job.inDoubt = false;
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
            for (final long id : decode.ids()) {
                checks.lost(jobs.get((int) id));
            }
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
            job.inDoubt = true;
            job.doubtSinceNanos = now();
            job.doubtSender = life;
            job.doubtUid = application.lastUid();
            job.doubtEpoch = Long.MAX_VALUE;
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
        for (final ServingJob job : jobs) {
            if (job.slot == slot) {
                return job;
            }
        }
        return null;
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
                plan.requests(),
                prefill.quarantinedBlocks() + decode.quarantinedBlocks(),
                descriptors,
                pieces);
    }
}

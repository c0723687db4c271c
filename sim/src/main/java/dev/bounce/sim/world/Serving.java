package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.List;

/// Prefill workers, and a decode worker on the second agent, as the applications of all agents:
/// what their KV lifecycles want is submitted, and what becomes of it is reported to them. Blocks
/// are used again as soon as the lifecycles give them back.
///
/// Workers die with their processes and stand still with them; what passes between the two is not
/// lost. Destinations that may still be written are the business of [ServingDoubts].
final class Serving {
    private final Context context;
    private final Application application;
    private final ServingPlan plan;
    private final Agent receiver;
    private final ServingChecks checks;
    private final List<ServingJob> jobs = new ArrayList<>();
    private final List<ServingPrefill> prefills = new ArrayList<>();
    private final ServingTransfers transfers;
    private final ServingRequests requests;
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
        receiver = lives.agents()[ServingPlan.DECODE];
        decode = plan.newDecode();
        checks = new ServingChecks();
        transfers = new ServingTransfers(context, application, plan, checks, this);
        requests = new ServingRequests(context, plan, this);
        for (final ServingOrigin origin : plan.origins()) {
            prefills.add(
                    new ServingPrefill(
                            lives.agents()[origin.agent()],
                            new ServingDoubts(context, lives, application, plan, origin, jobs),
                            plan.newPrefill(origin)));
        }
    }

    /// Plans all arrivals.
    void start() {
        prefills.forEach(prefill -> prefill.doubts().start());
        for (long id = 0; id < plan.requests(); id++) {
            final ServingJob job = new ServingJob(id);
            jobs.add(job);
            context.queue().at(plan.arrivalNanos(id), () -> requests.arrive(job));
        }
        turnLater();
    }

    /// The keys of the transfers that its requests may need.
    List<Long> transfers() {
        final List<Long> transfers = new ArrayList<>();
        for (long id = 0; id < plan.requests(); id++) {
            final int sender = plan.originOf(id).agent();
            transfers.add(Slot.key(sender, ServingPlan.DECODE, (int) id));
        }
        return transfers;
    }

    /// Nothing is begun any more.
    void stop() {
        stopped = true;
    }

    /// Whether nothing is begun any more.
    boolean isStopped() {
        return stopped;
    }

    private void turnLater() {
        context.queue()
                .after(
                        plan.turnNanos(),
                        () -> {
                            if (!stopped) {
                                for (final ServingPrefill prefill : prefills) {
                                    onPrefill(prefill, prefill.agent().life, () -> {});
                                }
                                onDecode(receiver.life, () -> {});
                                for (final ServingPrefill prefill : prefills) {
                                    prefill.doubts().seekEvidence(transfers::isOpen);
                                }
                                turnLater();
                            }
                        });
    }

    /// Does something in the process of a prefill worker, and lets that take a turn.
    void onPrefill(final ServingPrefill prefill, final Life life, final Runnable action) {
        context.engines()
                .whenAwake(
                        prefill.agent(),
                        life,
                        () -> {
                            if (!stopped) {
                                checks.guard(
                                        () -> {
                                            action.run();
                                            perform(prefill.worker.errorPass(now()), false);
                                            perform(prefill.worker.turn(now()), false);
                                            requests.planPrefills(prefill.worker);
                                        });
                                checks.look(prefill.agent().index(), prefill.worker, now());
                            }
                        });
    }

    void onDecode(final Life life, final Runnable action) {
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
                                            requests.planAnswers();
                                        });
                                checks.look(decode, now());
                                retireFreed();
                            }
                        });
    }

    void tellPrefill(final ServingJob job, final Runnable action) {
        context.queue()
                .after(plan.messageNanos(), () -> onPrefill(of(job), job.prefillLife, action));
    }

    void tellDecode(final ServingJob job, final Runnable action) {
        context.queue().after(plan.messageNanos(), () -> onDecode(job.decodeLife, action));
    }

    /// The prefill worker of a request.
    ServingPrefill of(final ServingJob job) {
        return prefills.get(plan.origins().indexOf(plan.originOf(job.id())));
    }

    long now() {
        return context.queue().nowNanos();
    }

    void prefillReport(final ServingJob job, final ContextEvent event) {
        accept(of(job).worker.report(job.id(), event, now()), false);
    }

    void decodeReport(final ServingJob job, final GenerationEvent event) {
        accept(decode.report(job.id(), event, now()), true);
    }

    /// Does what a step of a worker wants, if it took one.
    ///
    /// @param isDecode whether it is the decode worker
    void accept(final WorkerStep step, final boolean isDecode) {
        if (step instanceof WorkerStep.Done(final List<KvEffect> effects)) {
            perform(effects, isDecode);
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
                        transfers.begin(job);
                    }
                }
                case KvEffect.StartReceive receive -> {
                    job.to = receive.blocks();
                    tellPrefill(
                            job,
                            () -> {
                                job.published = true;
                                transfers.begin(job);
                                if (job.withdrawn) {
                                    tellDecode(job, () -> transfers.sendWithdrawn(job));
                                }
                            });
                }
                case KvEffect.AskCancel _ ->
                        context.queue().after(plan.messageNanos(), () -> transfers.endEarly(job));
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

    /// An engine has resolved a transfer.
    void resolved(final Attempt attempt, final Effect.Resolve resolve) {
        transfers.resolved(attempt, resolve);
    }

    /// An engine says that every byte of a transfer is in place.
    void delivered(final Attempt attempt, final Effect.Delivered delivered) {
        transfers.delivered(attempt, delivered);
    }

    List<ServingJob> jobs() {
        return jobs;
    }

    List<ServingPrefill> prefills() {
        return prefills;
    }

    /// The decode worker's agent.
    Agent receiver() {
        return receiver;
    }

    /// The worker of its present process, or of the last one.
    DecodeWorker decode() {
        return decode;
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
                tellDecode(job, () -> transfers.senderGone(job, life));
            }
        }
        if (life.agent() == ServingPlan.DECODE) {
            decode = plan.newDecode();
            return;
        }
        for (final ServingOrigin origin : plan.origins()) {
            if (origin.agent() == life.agent()) {
                prefills.get(plan.origins().indexOf(origin)).worker = plan.newPrefill(origin);
            }
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

    /// Whether every request is over and no block waits for evidence.
    boolean isIdle() {
        for (final ServingJob job : jobs) {
            if (job.prefillLife == null) {
                return false;
            }
        }
        return decode.ids().isEmpty()
                && prefills.stream().allMatch(prefill -> prefill.worker.ids().isEmpty());
    }

    long progressCount() {
        return progress;
    }

    /// What is left, in words.
    String describe() {
        final StringBuilder text = new StringBuilder("; decode " + decode.ids());
        for (final ServingPrefill prefill : prefills) {
            text.append(", ").append(prefill.agent().name()).append(prefill.worker.ids());
        }
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
                prefills.stream().mapToInt(prefill -> prefill.worker.quarantinedBlocks()).sum()
                        + decode.quarantinedBlocks());
    }
}

package dev.bounce.sim.world;

import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.PrefillWorker;

/// What clients and computations do with the requests of workers: they arrive, are prefilled,
/// answered, and sometimes cancelled.
final class ServingRequests {
    private final Context context;
    private final ServingPlan plan;
    private final Serving serving;

    ServingRequests(final Context context, final ServingPlan plan, final Serving serving) {
        this.context = context;
        this.plan = plan;
        this.serving = serving;
    }

    /// A request comes to both workers as soon as both live.
    void arrive(final ServingJob job) {
        if (serving.isStopped()) {
            return;
        }
        final ServingPrefill prefill = serving.of(job);
        if (!prefill.agent().isAlive() || !serving.receiver().isAlive()) {
            context.queue().after(plan.turnNanos(), () -> arrive(job));
            return;
        }
        final int tokens = plan.promptTokens(job.id());
        job.prefillLife = prefill.agent().life;
        job.decodeLife = serving.receiver().life;
        job.arrivedNanos = serving.now();
        serving.onPrefill(
                prefill,
                job.prefillLife,
                () -> serving.accept(prefill.worker.add(job.id(), tokens, false, false), false));
        serving.onDecode(
                job.decodeLife,
                () ->
                        serving.accept(
                                serving.decode().add(job.id(), tokens, ServingPlan.EXTRA_TOKENS),
                                true));
        final long cancel = plan.cancelNanos(job.id());
        if (cancel > 0) {
            context.queue().after(cancel, () -> cancel(job));
        }
    }

    private void cancel(final ServingJob job) {
        serving.onPrefill(
                serving.of(job),
                job.prefillLife,
                () -> serving.prefillReport(job, ContextEvent.CANCEL));
        serving.onDecode(job.decodeLife, () -> serving.decodeReport(job, GenerationEvent.STOP));
    }

    /// Plans the end of every prefill that has begun.
    void planPrefills(final PrefillWorker prefill) {
        for (final long id : prefill.ids()) {
            final ServingJob job = serving.jobs().get((int) id);
            if (!job.computing && prefill.request(id).phase() == ContextRequest.Phase.PREFILLING) {
                job.computing = true;
                context.queue().after(plan.computeNanos(id, false), () -> prefilled(job));
            }
        }
    }

    private void prefilled(final ServingJob job) {
        serving.onPrefill(
                serving.of(job),
                job.prefillLife,
                () -> serving.prefillReport(job, ContextEvent.PREFILL_DONE));
    }

    /// Plans the end of every answer that has begun.
    void planAnswers() {
        final DecodeWorker decode = serving.decode();
        for (final long id : decode.ids()) {
            final ServingJob job = serving.jobs().get((int) id);
            if (!job.answering && decode.request(id).phase() == GenerationRequest.Phase.DECODING) {
                job.answering = true;
                context.queue().after(plan.computeNanos(id, true), () -> answered(job));
            }
        }
    }

    private void answered(final ServingJob job) {
        serving.onDecode(job.decodeLife, () -> serving.decodeReport(job, GenerationEvent.FINISH));
    }
}

package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.Outcome;
import dev.bounce.model.kv.TransferWindow;
import dev.bounce.model.kv.Transition;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A [DecodeWorker] on real memory: it publishes blocks, learns from its agent that they were
/// written, and compares every byte of them before it decodes.
final class DecodeHost implements AutoCloseable {
    private static final long TURN_NANOS = 5_000_000;
    private static final long STALE_NANOS = 30_000_000_000L;

    /// One request.
    private static final class Job {
        private int promptTokens;
        private int answerTokens;
        private long comeNanos;
        private List<Integer> blocks;
        private boolean isDecoding;
        private boolean isComparing;
        private boolean isCompared;
        private boolean isStopWanted;
    }

    private final ServingSettings settings;
    private final Path recordings;
    private final WorkerSite site;
    private final HostEvents events;
    private final DecodeWorker worker;
    private final WorkerLoop loop;
    private final Arena scratch = Arena.ofShared();
    private final BlockWatch watch;
    private final PromptReader reader;
    private final Gauges gauges = new Gauges();
    private final TreeMap<Long, Job> jobs = new TreeMap<>();
    private final List<Long> readyNanos = new ArrayList<>();
    private int verifiedRequests;
    private long verifiedBytes;

    /// @param site closed with this
    DecodeHost(final ServingPlan plan, final WorkerSite site, final HostEvents events) {
        settings = plan.settings();
        recordings = plan.recordings();
        this.site = site;
        this.events = events;
        worker =
                new DecodeWorker(
                        settings.decodeSizing(),
                        new TransferWindow(settings.windowBlocks(), STALE_NANOS),
                        settings.deadlineNanos());
        watch = new BlockWatch(scratch, site.pool(), worker.holdings().pool());
        reader = new PromptReader(scratch, site.pool(), watch, settings.seed());
        loop =
                new WorkerLoop(
                        site.agent().name(),
                        broken -> fail(BenchException.FAILED, broken.toString()));
        loop.every(TURN_NANOS, this::settle);
    }

    private void fail(final int exitCode, final String text) {
        events.failed(new BenchException(exitCode, site.agent().name() + ": " + text));
    }

    /// The real parts.
    WorkerSite site() {
        return site;
    }

    /// Takes a message of a client or a prefill worker. Any thread.
    void tell(final ServingMessage message) {
        loop.run(
                () -> {
                    obey(message);
                    settle();
                });
    }

    private void obey(final ServingMessage message) {
        final long id = message.id();
        switch (message.kind()) {
            case ARRIVE -> {
                final Job job = new Job();
                job.promptTokens = message.numbers().getFirst();
                job.answerTokens = message.numbers().getLast();
                job.comeNanos = System.nanoTime();
                jobs.put(id, job);
                require(worker.add(id, job.promptTokens, job.answerTokens), id);
            }
            case CANCEL -> stop(id);
            case WRITTEN -> arrived(id);
            case STOPPED -> report(id, GenerationEvent.WRITERS_STOPPED);
            case IN_DOUBT -> doubt(id);
            case PUBLISHED, ASK_CANCEL, RESPONDED ->
                    throw new AssertionError("a decode worker is told " + message);
        }
    }

    /// A request that was given up before does not take the failure: nothing would end it.
    private void doubt(final long id) {
        if (worker.report(id, GenerationEvent.RECEIVE_FAILED, System.nanoTime())
                instanceof WorkerStep.Done(final List<KvEffect> effects)) {
            perform(effects);
        } else {
            fail(
                    BenchException.FAILED,
                    "request %d was given up, and its blocks may still be written".formatted(id));
        }
    }

    /// What is being compared is not taken away: the step ends first.
    private void stop(final long id) {
        final Job job = jobs.get(id);
        if (job.isComparing) {
            job.isStopWanted = true;
        } else {
            report(id, GenerationEvent.STOP);
        }
    }

    private void arrived(final long id) {
        final GenerationRequest request = worker.request(id);
        if (request != null && request.evidence().isOpen() && request.outcome() == Outcome.OPEN) {
            readyNanos.add(System.nanoTime() - jobs.get(id).comeNanos);
        }
        report(id, GenerationEvent.WRITERS_DONE);
    }

    private void settle() {
        final long now = System.nanoTime();
        perform(worker.errorPass(now));
        perform(worker.turn(now));
        for (final long id : worker.ids()) {
            final Job job = jobs.get(id);
            if (worker.request(id).phase() == GenerationRequest.Phase.DECODING && !job.isDecoding) {
                job.isDecoding = true;
                job.isComparing = true;
                loop.compute(() -> compare(id, job));
            }
        }
        gauges.look(worker.holdings(), worker.views(), now);
    }

    private void compare(final long id, final Job job) {
        final int prompt = worker.holdings().sizing().blocksOf(job.promptTokens);
        final String fault = reader.fault(id, job.blocks, prompt);
        if (fault != null) {
            fail(BenchException.MISMATCH, "request %d: %s".formatted(id, fault));
            return;
        }
        loop.run(
                () -> {
                    job.isComparing = false;
                    job.isCompared = true;
                    verifiedBytes += prompt * settings.pools() * settings.slotBytes();
                    if (job.isStopWanted) {
                        report(id, GenerationEvent.STOP);
                    } else {
                        final long nanos = job.answerTokens * settings.decodeNanosPerToken();
                        loop.after(nanos, () -> answered(id));
                    }
                    settle();
                });
    }

    private void answered(final long id) {
        report(id, GenerationEvent.FINISH);
        settle();
    }

    private void report(final long id, final GenerationEvent event) {
        accept(worker.report(id, event, System.nanoTime()));
    }

    private static void require(final WorkerStep step, final long id) {
        if (step instanceof WorkerStep.Refused(final Transition.Refusal reason)) {
            throw new AssertionError("request %d is refused: %s".formatted(id, reason));
        }
    }

    private void accept(final WorkerStep step) {
        if (step instanceof WorkerStep.Done(final List<KvEffect> effects)) {
            perform(effects);
        }
    }

    private void perform(final List<KvEffect> effects) {
        final String fault = watch.look();
        if (fault != null) {
            fail(BenchException.MISMATCH, fault);
        }
        for (final KvEffect effect : effects) {
            final long id = effect.id();
            switch (effect) {
                case KvEffect.StartReceive receive -> {
                    jobs.get(id).blocks = receive.blocks();
                    site.agent()
                            .onDelivered(
                                    ServingPlan.prefillName(id % settings.prefills()),
                                    Tag.of(Long.toString(id)),
                                    _ -> tell(ServingMessage.of(Kind.WRITTEN, id)));
                    events.tell(new ServingMessage(Kind.PUBLISHED, id, receive.blocks()));
                }
                case KvEffect.AskCancel _ -> events.tell(ServingMessage.of(Kind.ASK_CANCEL, id));
                case KvEffect.Respond respond -> {
                    final boolean isServed = respond.outcome() == Outcome.SUCCESS;
                    verifiedRequests += isServed && jobs.get(id).isCompared ? 1 : 0;
                    events.tell(ServingMessage.of(Kind.RESPONDED, id, respond.outcome().ordinal()));
                }
                case KvEffect.Submit submit ->
                        throw new AssertionError("a decode worker submits " + submit);
            }
        }
    }

    /// What it came to, after the last request.
    ///
    /// @throws BenchException if a byte was written that should not have been, or it does not
    ///     answer
    WorkerFigures finish() throws BenchException {
        final String fault = loop.ask(watch::lookAtTheEnd);
        if (fault != null) {
            throw new BenchException(BenchException.MISMATCH, site.agent().name() + ": " + fault);
        }
        return loop.ask(this::figures);
    }

    private WorkerFigures figures() {
        final int free = worker.holdings().pool().free();
        return new WorkerFigures(
                gauges.rowsPeak(),
                gauges.promptsPeak(),
                gauges.pinnedPeak(),
                gauges.windowPeak(),
                worker.quarantinedBlocks(),
                worker.holdings().pool().capacity() - free,
                0,
                0,
                0,
                0,
                verifiedRequests,
                verifiedBytes,
                readyNanos);
    }

    @Override
    public void close() {
        site.record(recordings);
        site.agent().shutDown();
        loop.close();
        site.close();
        scratch.close();
    }
}

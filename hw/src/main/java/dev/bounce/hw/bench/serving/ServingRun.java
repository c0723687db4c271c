package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.PrefillHost.Peer;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.hw.kv.KvPoolException;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.kv.Outcome;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The clients of a serving run, and the post between its workers: requests arrive at their times,
/// some are given up, and the run is over when both workers of each have answered.
final class ServingRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServingRun.class);
    private static final long READY_SECONDS = 30;
    private static final long LONGEST_PATIENCE_NANOS = 200_000_000;

    /// Something that a client does.
    ///
    /// @param nanos when, from the start
    private record Act(long nanos, ServingMessage message) {}

    /// What the clients hear: an answer, or that a worker cannot go on.
    private record Heard(boolean isPrefill, ServingMessage message, BenchException failure) {}

    private final ServingPlan plan;
    private final ServingSettings settings;
    private final IntConsumer progress;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final List<PrefillHost> prefills = new CopyOnWriteArrayList<>();
    private final List<DecodeSite> decodes = new CopyOnWriteArrayList<>();
    private final BitSet prefillAnswers = new BitSet();
    private final BitSet decodeAnswers = new BitSet();
    private final int[] outcomes = new int[Outcome.values().length];

    private ServingRun(final ServingPlan plan, final IntConsumer progress) {
        this.plan = plan;
        this.progress = progress;
        settings = plan.settings();
    }

    /// Runs it.
    ///
    /// @param plant done to each computed prompt
    /// @param progress told the number of requests that are answered
    /// @throws BenchException with exit code MISMATCH if a byte is wrong, TIMEOUT if it does not
    ///     end in time, ENVIRONMENT if there is no room
    static ServingReport run(final ServingPlan plan, final Plant plant, final IntConsumer progress)
            throws BenchException {
        try (ServingRun run = new ServingRun(plan, progress)) {
            run.open(plant);
            final long nanos = run.serve();
            return run.report(nanos);
        } catch (final KvPoolException failed) {
            throw new BenchException(BenchException.FAILED, failed.getMessage());
        }
    }

    private void open(final Plant plant) throws BenchException {
        final LocalFabric fabric = new LocalFabric();
        for (int index = 0; index < settings.decodes(); index++) {
            decodes.add(
                    plan.plane() == PlaneKind.LOCAL
                            ? new LocalDecode(plan, index, fabric, new FromDecode())
                            : new RemoteDecode(plan, index, new FromDecode()));
        }
        final List<Peer> peers =
                decodes.stream().map(site -> new Peer(site.name(), site.layout())).toList();
        for (int index = 0; index < settings.prefills(); index++) {
            final WorkerSite site =
                    WorkerSite.open(
                            plan,
                            ServingPlan.prefillName(index),
                            settings.prefillBlocks(),
                            plan.prefillDevice(),
                            fabric);
            prefills.add(new PrefillHost(plan, site, peers, new FromPrefill(), plant));
            for (final DecodeSite decode : decodes) {
                load(site, decode);
            }
        }
    }

    private static void load(final WorkerSite site, final DecodeSite decode) throws BenchException {
        site.agent().load(decode.description());
        try {
            site.agent().awaitReady(decode.name()).get(READY_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "the link to %s did not open within %d s"
                            .formatted(decode.name(), READY_SECONDS));
        } catch (final ExecutionException never) {
            throw new BenchException(
                    BenchException.FAILED, "no link: " + never.getCause().getMessage());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    /// Post of the decode workers.
    private final class FromDecode implements HostEvents {
        @Override
        public void tell(final ServingMessage message) {
            if (message.kind() == Kind.RESPONDED) {
                heard.add(new Heard(false, message, null));
            } else {
                prefillOf(message.id()).tell(message);
            }
        }

        @Override
        public void failed(final BenchException failure) {
            heard.add(new Heard(false, null, failure));
        }
    }

    /// Post of the prefill workers.
    private final class FromPrefill implements HostEvents {
        @Override
        public void tell(final ServingMessage message) {
            if (message.kind() == Kind.RESPONDED) {
                heard.add(new Heard(true, message, null));
            } else {
                decodeOf(message.id()).tell(message);
            }
        }

        @Override
        public void failed(final BenchException failure) {
            heard.add(new Heard(true, null, failure));
        }
    }

    private PrefillHost prefillOf(final long id) {
        return prefills.get((int) (id % prefills.size()));
    }

    private DecodeSite decodeOf(final long id) {
        return decodes.get((int) (id % decodes.size()));
    }

    /// All that clients do, drawn from the seed.
    private PriorityQueue<Act> acts() {
        final SplittableRandom random = new SplittableRandom(settings.seed());
        final PriorityQueue<Act> acts =
                new PriorityQueue<>((left, right) -> Long.compare(left.nanos, right.nanos));
        long at = 0;
        for (long id = 0; id < settings.requests(); id++) {
            final int prompt = settings.promptTokens(random.nextLong() >>> 1);
            final int answer = 1 + random.nextInt(settings.answerTokens());
            acts.add(new Act(at, ServingMessage.of(Kind.ARRIVE, id, prompt, answer)));
            final boolean isGivenUp = random.nextInt(100) < settings.cancelPercent();
            final long patience = 1 + random.nextLong(LONGEST_PATIENCE_NANOS);
            if (isGivenUp) {
                acts.add(new Act(at + patience, ServingMessage.of(Kind.CANCEL, id)));
            }
            at += settings.arrivalNanos() == 0 ? 0 : random.nextLong(2 * settings.arrivalNanos());
        }
        return acts;
    }

    /// @return time it took
    private long serve() throws BenchException {
        final PriorityQueue<Act> acts = acts();
        final long start = System.nanoTime();
        long now = 0;
        while (decodeAnswers.cardinality() < settings.requests()
                || prefillAnswers.cardinality() < settings.requests()) {
            while (!acts.isEmpty() && acts.peek().nanos <= now) {
                act(acts.poll().message);
            }
            if (now > settings.limitNanos()) {
                throw late();
            }
            final long next = acts.isEmpty() ? settings.limitNanos() : acts.peek().nanos;
            hear(Math.min(next, settings.limitNanos()) - now + 1);
            now = System.nanoTime() - start;
        }
        return now;
    }

    /// The prefill worker hears first of what is to be computed, the decode worker of what is not.
    private void act(final ServingMessage message) {
        prefillOf(message.id()).tell(message);
        decodeOf(message.id()).tell(message);
    }

    private void hear(final long mostNanos) throws BenchException {
        final Heard news;
        try {
            news = heard.poll(mostNanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        if (news == null) {
            return;
        }
        if (news.failure != null) {
            throw news.failure;
        }
        final int id = Math.toIntExact(news.message.id());
        final BitSet answers = news.isPrefill ? prefillAnswers : decodeAnswers;
        if (answers.get(id)) {
            throw new BenchException(
                    BenchException.FAILED, "request " + id + " is answered a second time");
        }
        answers.set(id);
        if (!news.isPrefill) {
            outcomes[news.message.numbers().getFirst()]++;
            progress.accept(decodeAnswers.cardinality());
        }
    }

    private BenchException late() {
        return new BenchException(
                BenchException.TIMEOUT,
                "%d of %d requests are answered by their decode worker, %d by their prefill"
                                .formatted(
                                        decodeAnswers.cardinality(),
                                        settings.requests(),
                                        prefillAnswers.cardinality())
                        + " worker, after %d s (--limit-seconds)"
                                .formatted(
                                        settings.limitNanos() / ServingOptions.NANOS_PER_SECOND));
    }

    private ServingReport report(final long nanos) throws BenchException {
        WorkerFigures prefill = WorkerFigures.NONE;
        for (final PrefillHost host : prefills) {
            prefill = prefill.with(host.finish());
        }
        WorkerFigures decode = WorkerFigures.NONE;
        for (final DecodeSite site : decodes) {
            decode = decode.with(site.finish());
        }
        requireNoFailure();
        final int owned = prefill.ownedBlocks() + decode.ownedBlocks();
        final int quarantined = prefill.quarantinedBlocks() + decode.quarantinedBlocks();
        if (owned != quarantined) {
            throw new BenchException(
                    BenchException.FAILED,
                    "%d blocks have an owner after the last answer, %d of them in quarantine"
                            .formatted(owned, quarantined));
        }
        return new ServingReport(
                plan,
                outcomes[Outcome.SUCCESS.ordinal()],
                outcomes[Outcome.CANCELLED.ordinal()],
                outcomes[Outcome.FAILED.ordinal()],
                prefill,
                decode,
                nanos);
    }

    /// A worker that broke in its last step has said so before it gave its figures.
    private void requireNoFailure() throws BenchException {
        for (Heard late = heard.poll(); late != null; late = heard.poll()) {
            if (late.failure != null) {
                throw late.failure;
            }
        }
    }

    /// Senders first. One that does not end keeps its memory, and no other from being closed.
    @Override
    public void close() {
        prefills.forEach(prefill -> close(prefill::close));
        decodes.forEach(decode -> close(decode::close));
    }

    private static void close(final Runnable worker) {
        try {
            worker.run();
        } catch (final RuntimeException failed) {
            LOG.warn("a worker is not closed: {}", failed.toString());
        }
    }
}

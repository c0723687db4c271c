package dev.bounce.hw.bench.serving;

import dev.bounce.hw.TransferHandle;
import dev.bounce.hw.TransferResult;
import dev.bounce.hw.TransferRoute;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.PrefillWorker;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.kv.Transition;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/// A [PrefillWorker] on real memory: prompts are computed into the slots of its blocks, and its
/// agent moves them to the blocks that the decode worker has published.
final class PrefillHost implements AutoCloseable {
    private static final long TURN_NANOS = 5_000_000;

    /// A decode worker as it is known here.
    record Peer(String name, SlotLayout layout) {}

    /// One request. A transfer begins when both ends are known, and neither has given it up.
    private static final class Leg {
        private int promptTokens;
        private List<Integer> submitted;
        private List<Integer> published;
        private TransferHandle handle;
        private boolean isAbandoned;
        private boolean isComputing;
        private boolean isCancelWanted;
    }

    private final ServingSettings settings;
    private final Path recordings;
    private final WorkerSite site;
    private final List<Peer> peers;
    private final HostEvents events;
    private final Plant plant;
    private final PrefillWorker worker;
    private final WorkerLoop loop;
    private final Arena scratch = Arena.ofShared();
    private final BlockWatch watch;
    private final PromptWriter writer;
    private final Gauges gauges = new Gauges();
    private final TreeMap<Long, Leg> legs = new TreeMap<>();
    private final TransferTally tally = new TransferTally();

    /// @param site closed with this
    /// @param peers loaded by the agent, by index
    PrefillHost(
            final ServingPlan plan,
            final WorkerSite site,
            final List<Peer> peers,
            final HostEvents events,
            final Plant plant) {
        settings = plan.settings();
        recordings = plan.recordings();
        this.site = site;
        this.peers = List.copyOf(peers);
        this.events = events;
        this.plant = plant;
        worker = new PrefillWorker(settings.prefillSizing(), settings.deadlineNanos());
        watch = new BlockWatch(scratch, site.pool(), worker.holdings().pool());
        writer = new PromptWriter(scratch, site.pool(), settings.seed());
        loop = new WorkerLoop(site.agent().name(), broken -> fail(broken.toString()));
        loop.every(TURN_NANOS, this::settle);
    }

    private void fail(final String text) {
        events.failed(new BenchException(BenchException.FAILED, site.agent().name() + ": " + text));
    }

    /// Takes a message of a client or a decode worker. Any thread.
    void tell(final ServingMessage message) {
        loop.run(
                () -> {
                    obey(message);
                    settle();
                });
    }

    private void obey(final ServingMessage message) {
        final long id = message.id();
        final Leg leg = legs.computeIfAbsent(id, _ -> new Leg());
        switch (message.kind()) {
            case ARRIVE -> {
                leg.promptTokens = message.numbers().getFirst();
                require(worker.add(id, leg.promptTokens, false, false), id);
            }
            case CANCEL -> {
                if (leg.handle == null) {
                    abandon(id, leg);
                }
                giveUp(id, leg);
            }
            case PUBLISHED -> {
                leg.published = message.numbers();
                if (leg.isAbandoned) {
                    events.tell(ServingMessage.of(Kind.STOPPED, id));
                }
                move(id, leg);
            }
            case ASK_CANCEL -> {
                endEarly(id, leg);
                if (leg.handle == null) {
                    giveUp(id, leg);
                }
            }
            case WRITTEN, STOPPED, IN_DOUBT, RESPONDED ->
                    throw new AssertionError("a prefill worker is told " + message);
        }
    }

    private void settle() {
        final long now = System.nanoTime();
        perform(worker.errorPass(now));
        perform(worker.turn(now));
        for (final long id : worker.ids()) {
            final Leg leg = legs.get(id);
            if (worker.request(id).phase() == ContextRequest.Phase.PREFILLING && !leg.isComputing) {
                leg.isComputing = true;
                final List<Integer> blocks = blocks(id);
                loop.compute(() -> compute(id, leg, blocks));
            }
        }
        gauges.look(worker.holdings(), worker.views(), now);
    }

    private List<Integer> blocks(final long id) {
        return Arrays.stream(worker.holdings().pool().blocks(id)).boxed().toList();
    }

    private void compute(final long id, final Leg leg, final List<Integer> blocks) {
        final long start = System.nanoTime();
        writer.write(id, blocks);
        plant.afterPrefill(id, site.pool(), blocks);
        final long least = leg.promptTokens * settings.prefillNanosPerToken();
        loop.after(
                Math.max(0, start + least - System.nanoTime()),
                () -> {
                    leg.isComputing = false;
                    final boolean gone = leg.isCancelWanted;
                    report(id, gone ? ContextEvent.CANCEL : ContextEvent.PREFILL_DONE);
                    settle();
                });
    }

    /// What is being computed is not taken away: the step ends first.
    private void giveUp(final long id, final Leg leg) {
        if (leg.isComputing) {
            leg.isCancelWanted = true;
        } else {
            report(id, ContextEvent.CANCEL);
        }
    }

    private void report(final long id, final ContextEvent event) {
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
            events.failed(
                    new BenchException(
                            BenchException.MISMATCH, site.agent().name() + ": " + fault));
        }
        for (final KvEffect effect : effects) {
            final long id = effect.id();
            final Leg leg = legs.get(id);
            switch (effect) {
                case KvEffect.Submit submit -> {
                    leg.submitted = submit.blocks();
                    report(
                            id,
                            leg.isAbandoned
                                    ? ContextEvent.SUBMIT_REFUSED
                                    : ContextEvent.SUBMIT_ACCEPTED);
                    move(id, leg);
                }
                case KvEffect.AskCancel _ -> endEarly(id, leg);
                case KvEffect.Respond respond ->
                        events.tell(
                                ServingMessage.of(Kind.RESPONDED, id, respond.outcome().ordinal()));
                case KvEffect.StartReceive receive ->
                        throw new AssertionError("a prefill worker receives " + receive);
            }
        }
    }

    /// Starts the transfer once both ends are known.
    private void move(final long id, final Leg leg) {
        if (leg.submitted == null
                || leg.published == null
                || leg.isAbandoned
                || leg.handle != null) {
            return;
        }
        final Peer peer = peers.get((int) (id % peers.size()));
        final DescriptorPairs pairs =
                site.pool().layout().pairs(leg.submitted, peer.layout(), leg.published);
        leg.handle = site.agent().submit(pairs, peer.name(), null, Tag.of(Long.toString(id)));
        tally.submitted(pairs);
        leg.handle
                .future()
                .whenComplete((result, failure) -> loop.run(() -> ended(id, result, failure)));
    }

    /// A transfer that runs is cancelled; one that never began has touched nothing.
    private void endEarly(final long id, final Leg leg) {
        if (leg.handle != null) {
            leg.handle.cancel();
        } else {
            abandon(id, leg);
            report(id, ContextEvent.TRANSFER_FAILED);
        }
    }

    private void abandon(final long id, final Leg leg) {
        if (!leg.isAbandoned && leg.published != null) {
            events.tell(ServingMessage.of(Kind.STOPPED, id));
        }
        leg.isAbandoned = true;
    }

    /// Blocks stay on both sides until nothing of the transfer can touch them. Sources of what was
    /// coalesced are quiet as soon as it is over.
    private void ended(final long id, final TransferResult result, final Throwable failure) {
        if (failure != null) {
            fail(failure.toString());
            return;
        }
        if (result.refusal() != null) {
            fail("request %d is refused: %s".formatted(id, result.refusal()));
            return;
        }
        final boolean isDirect = result.route() == TransferRoute.DIRECT;
        tally.ended(result);
        if (result.isSuccess()) {
            events.tell(ServingMessage.of(Kind.WRITTEN, id));
            report(id, ContextEvent.TRANSFER_SUCCEEDED);
        } else {
            events.tell(ServingMessage.of(result.quiescent() ? Kind.STOPPED : Kind.IN_DOUBT, id));
            if (result.quiescent() || !isDirect) {
                report(id, ContextEvent.TRANSFER_FAILED);
            } else {
                fail("request %d: puts of its transfer may still read its blocks".formatted(id));
            }
        }
        settle();
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
        return tally.figures(
                gauges, worker.quarantinedBlocks(), worker.holdings().pool().capacity() - free);
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

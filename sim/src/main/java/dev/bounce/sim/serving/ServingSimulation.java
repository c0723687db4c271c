package dev.bounce.sim.serving;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.Outcome;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.TransferWindow;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.vmm.DescriptorCoalescer;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/// Prefill workers that share requests, and a decode worker, over real engines. The same seed and
/// settings give the same report in every JVM.
public final class ServingSimulation {
    private static final long STALE_NANOS = 30_000_000_000L;
    private static final int MOST_ANSWER_TOKENS = 256;
    private static final long DECODE_INSTANCE = 1;

    private final ServingSettings settings;
    private final Random random;
    private final VirtualTime time = new VirtualTime();
    private final List<PrefillNode> prefills = new ArrayList<>();
    private final EngineNode receiver;
    private final DecodeWorker decode;
    private final NodePools pools;
    private final ServingTally tally;
    private final TreeMap<Long, List<Integer>> published = new TreeMap<>();
    private final TreeSet<Long> moving = new TreeSet<>();
    private final TreeSet<Long> answering = new TreeSet<>();
    private final TreeMap<Long, Integer> promptTokens = new TreeMap<>();
    private final TreeMap<Long, Long> arrivedNanos = new TreeMap<>();

    private ServingSimulation(final long seed, final ServingSettings settings) {
        this.settings = settings;
        random = new Random(seed);
        for (int index = 0; index < settings.prefillWorkers(); index++) {
            final long instance = DECODE_INSTANCE + 1 + index;
            prefills.add(new PrefillNode(time, index, instance, settings, this::onSender));
        }
        decode =
                new DecodeWorker(
                        NodePools.sizing(
                                settings, settings.decodeBatch(), true, settings.decodeBlocks()),
                        new TransferWindow(
                                Math.ceilDiv(settings.windowTokens(), settings.tokensPerBlock()),
                                STALE_NANOS),
                        0);
        tally = new ServingTally(time, prefills, decode);
        pools = new NodePools(0x7E00_0020_0000L, settings.decodeBlocks(), settings.slotBytes());
        receiver = new EngineNode(time, "decode-0", DECODE_INSTANCE, settings, this::onReceiver);
    }

    /// Runs until every request is over.
    ///
    /// @throws IllegalStateException if an invariant of the pools breaks or the run does not end,
    ///     with the seed and what is left
    public static ServingReport run(final long seed, final ServingSettings settings) {
        final ServingSimulation simulation = new ServingSimulation(seed, settings);
        try {
            return simulation.run();
        } catch (final IllegalStateException broken) {
            throw new IllegalStateException("seed " + seed + ": " + broken.getMessage(), broken);
        }
    }

    private ServingReport run() {
        for (final PrefillNode prefill : prefills) {
            prefill.engine().connect(receiver);
            receiver.connect(prefill.engine());
            prefill.pools().register(prefill.engine());
        }
        pools.register(receiver);
        long at = time.nowNanos() + 1_000_000;
        for (long id = 0; id < settings.requests(); id++) {
            final long request = id;
            time.at(at, () -> arrive(request));
            at += 1 + random.nextLong(2 * settings.arrivalNanos());
        }
        while (!isOver()) {
            if (!time.runNext()) {
                throw new IllegalStateException("nothing will happen any more: " + left());
            }
        }
        return tally.report();
    }

    private boolean isOver() {
        return tally.answeredCount() == settings.requests()
                && prefills.stream().allMatch(prefill -> prefill.worker().ids().isEmpty())
                && decode.ids().isEmpty();
    }

    private String left() {
        final StringBuilder text = new StringBuilder();
        for (final PrefillNode prefill : prefills) {
            text.append(prefill.engine().name()).append(' ').append(prefill.worker().ids());
        }
        return text + ", decode " + decode.ids() + ", moving " + moving;
    }

    /// Requests go round among the prefill workers.
    private PrefillNode prefillOf(final long id) {
        return prefills.get((int) (id % prefills.size()));
    }

    private void arrive(final long id) {
        final int tokens =
                settings.promptTokens() > 0 ? settings.promptTokens() : Prompts.draw(random);
        promptTokens.put(id, tokens);
        arrivedNanos.put(id, time.nowNanos());
        prefillOf(id).arrive(id);
        decode.add(id, tokens, MOST_ANSWER_TOKENS / 2);
        if (random.nextInt(100) < settings.cancelPercent()) {
            time.after(1 + random.nextLong(200_000_000L), () -> cancel(id));
        }
        turn();
    }

    private void cancel(final long id) {
        prefillOf(id).leave(id);
        tellPrefill(id, ContextEvent.CANCEL);
        accept(decode.report(id, GenerationEvent.STOP, time.nowNanos()));
        turn();
    }

    private void tellPrefill(final long id, final ContextEvent event) {
        accept(prefillOf(id).worker().report(id, event, time.nowNanos()));
    }

    /// All workers take a turn, and what they want is done.
    private void turn() {
        for (final PrefillNode prefill : prefills) {
            prefill.letIn(promptTokens);
            perform(prefill.worker().turn(time.nowNanos()));
        }
        perform(decode.turn(time.nowNanos()));
        for (final PrefillNode prefill : prefills) {
            for (final long id : prefill.started()) {
                time.after(
                        promptTokens.get(id) * settings.prefillNanosPerToken(), () -> computed(id));
            }
        }
        for (final long id : decode.ids()) {
            if (decode.request(id).phase() == GenerationRequest.Phase.DECODING
                    && answering.add(id)) {
                final long tokens = 1 + random.nextInt(MOST_ANSWER_TOKENS / 2);
                time.after(tokens * settings.decodeNanosPerToken(), () -> answered(id));
            }
        }
        tally.observe();
    }

    private void computed(final long id) {
        prefillOf(id).computed();
        tellPrefill(id, ContextEvent.PREFILL_DONE);
        turn();
    }

    private void answered(final long id) {
        accept(decode.report(id, GenerationEvent.FINISH, time.nowNanos()));
        turn();
    }

    private void accept(final WorkerStep step) {
        if (step instanceof WorkerStep.Done(final List<KvEffect> effects)) {
            perform(effects);
        }
    }

    private void perform(final List<KvEffect> effects) {
        for (final KvEffect effect : effects) {
            switch (effect) {
                case KvEffect.Submit submit -> {
                    tellPrefill(submit.id(), ContextEvent.SUBMIT_ACCEPTED);
                    prefillOf(submit.id()).submitted().put(submit.id(), submit.blocks());
                    move(submit.id());
                }
                case KvEffect.StartReceive receive -> {
                    published.put(receive.id(), receive.blocks());
                    move(receive.id());
                }
                case KvEffect.AskCancel ask -> time.after(0, () -> endEarly(ask.id()));
                case KvEffect.Respond respond -> count(respond);
            }
        }
    }

    /// A client hears from the decode side; the prefill side only answers for what it gave up.
    private void count(final KvEffect.Respond respond) {
        if (decode.request(respond.id()) == null && arrivedNanos.remove(respond.id()) != null) {
            tally.answered(respond.outcome());
        }
    }

    /// Starts the transfer once both ends are known.
    private void move(final long id) {
        final PrefillNode prefill = prefillOf(id);
        final List<Integer> from = prefill.submitted().get(id);
        final List<Integer> to = published.get(id);
        if (from == null || to == null || !moving.add(id)) {
            return;
        }
        final DescriptorPairs pairs = prefill.pools().layout().pairs(from, pools.layout(), to);
        final DescriptorPairs pieces =
                DescriptorCoalescer.coalesce(pairs, prefill.pools().side(), pools.side());
        tally.submitted(pieces);
        final PlanLimits limits =
                new PlanLimits(
                        EngineNode.ARENA.maxChunkBytes(),
                        EngineNode.ARENA.rampBytes(),
                        EngineNode.LIMITS.maxChunks(),
                        EngineNode.LIMITS.maxRuns());
        final Transfer transfer = new Transfer.Coalesced(TransferPlan.of(pieces, limits));
        final Event submit =
                new Event.Submit(id, receiver.name(), transfer, Tag.of(Long.toString(id)));
        time.after(0, () -> prefill.engine().step(submit));
    }

    /// A transfer that runs is cancelled; one that never began has touched nothing.
    private void endEarly(final long id) {
        if (moving.contains(id)) {
            prefillOf(id).engine().step(new Event.Cancel(id));
            return;
        }
        prefillOf(id).submitted().remove(id);
        published.remove(id);
        tellPrefill(id, ContextEvent.TRANSFER_FAILED);
        accept(decode.report(id, GenerationEvent.WRITERS_STOPPED, time.nowNanos()));
        answerFailed();
    }

    private void onSender(final Effect effect) {
        if (effect instanceof final Effect.Resolve resolve) {
            final long id = resolve.transferId();
            final boolean success = resolve.outcome() == Outcome.SUCCESS;
            // Blocks stay on both sides until nothing of the transfer can touch them.
            if (success || resolve.quiescent()) {
                tellPrefill(
                        id,
                        success ? ContextEvent.TRANSFER_SUCCEEDED : ContextEvent.TRANSFER_FAILED);
                if (success) {
                    arrived(id);
                } else {
                    accept(decode.report(id, GenerationEvent.WRITERS_STOPPED, time.nowNanos()));
                }
            }
            answerFailed();
        } else if (effect instanceof final Effect.Refused refused) {
            throw new IllegalStateException("the engine refuses: " + refused);
        }
    }

    private void onReceiver(final Effect effect) {
        if (effect instanceof final Effect.Delivered delivered) {
            arrived(Long.parseLong(delivered.tag().toString()));
            turn();
        }
    }

    private void arrived(final long id) {
        final GenerationRequest request = decode.request(id);
        if (request != null && request.evidence().isOpen() && arrivedNanos.containsKey(id)) {
            tally.ready(time.nowNanos() - arrivedNanos.get(id));
        }
        accept(decode.report(id, GenerationEvent.WRITERS_DONE, time.nowNanos()));
    }

    private void answerFailed() {
        for (final PrefillNode prefill : prefills) {
            perform(prefill.worker().errorPass(time.nowNanos()));
        }
        perform(decode.errorPass(time.nowNanos()));
        turn();
    }
}

package dev.bounce.sim.serving;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.Outcome;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.kv.ContextEvent;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationEvent;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.KvEffect;
import dev.bounce.model.kv.KvInvariants;
import dev.bounce.model.kv.KvSizing;
import dev.bounce.model.kv.PrefillWorker;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.kv.TransferWindow;
import dev.bounce.model.kv.WorkerStep;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.vmm.ChunkSize;
import dev.bounce.model.vmm.DescriptorCoalescer;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.TransferSide;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/// One prefill and one decode worker that serve requests over two real engines. The same seed and
/// settings give the same report in every JVM.
public final class ServingSimulation {
    private static final long SEND_TIMEOUT_NANOS = 10_000_000_000L;
    private static final long STALE_NANOS = 30_000_000_000L;
    private static final int SHORTEST_PROMPT = 1_024;
    private static final int OCTAVES = 4;
    private static final int MOST_ANSWER_TOKENS = 256;
    private static final String PREFILL = "prefill-0";
    private static final String DECODE = "decode-0";

    private final ServingSettings settings;
    private final Random random;
    private final VirtualTime time = new VirtualTime();
    private final EngineNode sender;
    private final EngineNode receiver;
    private final PrefillWorker prefill;
    private final DecodeWorker decode;
    private final SlotLayout from;
    private final SlotLayout to;
    private final TransferSide source;
    private final TransferSide destination;
    private final TreeMap<Long, List<Integer>> submitted = new TreeMap<>();
    private final TreeMap<Long, List<Integer>> published = new TreeMap<>();
    private final TreeSet<Long> moving = new TreeSet<>();
    private final TreeSet<Long> computing = new TreeSet<>();
    private final TreeMap<Long, Integer> promptTokens = new TreeMap<>();
    private final TreeMap<Long, Long> arrivedNanos = new TreeMap<>();
    private final List<Long> readyNanos = new ArrayList<>();
    private int served;
    private int cancelled;
    private int failed;
    private int rowsPeak;
    private int pinnedPeak;
    private int windowPeak;
    private long descriptors;
    private int prefilled;
    private int promptsPeak;
    private final LinkedHashSet<Long> waiting = new LinkedHashSet<>();
    private final List<ServingReport.Sample> samples = new ArrayList<>();

    private ServingSimulation(final long seed, final ServingSettings settings) {
        this.settings = settings;
        random = new Random(seed);
        final int rowBlocks = (SHORTEST_PROMPT << OCTAVES + 1) / settings.tokensPerBlock() + 8;
        prefill =
                new PrefillWorker(
                        KvSizing.of(
                                settings.batch(),
                                1,
                                settings.doublesRows(),
                                settings.prefillBlocks(),
                                rowBlocks,
                                settings.tokensPerBlock()),
                        SEND_TIMEOUT_NANOS);
        decode =
                new DecodeWorker(
                        KvSizing.of(
                                settings.decodeBatch(),
                                1,
                                true,
                                settings.decodeBlocks(),
                                rowBlocks,
                                settings.tokensPerBlock()),
                        new TransferWindow(
                                settings.windowTokens() / settings.tokensPerBlock(), STALE_NANOS),
                        0);
        from = layout(0x7F00_0020_0000L, settings.prefillBlocks());
        to = layout(0x7E00_0020_0000L, settings.decodeBlocks());
        source = TransferSide.device(regions(from, settings.prefillBlocks()));
        destination = TransferSide.device(regions(to, settings.decodeBlocks()));
        sender = new EngineNode(time, PREFILL, 1, settings, this::onSender);
        receiver = new EngineNode(time, DECODE, 2, settings, this::onReceiver);
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

    private SlotLayout layout(final long base, final int blocks) {
        final long pool = blocks * settings.slotBytes();
        return new SlotLayout(List.of(base, base + 2 * pool), settings.slotBytes());
    }

    private RegionMap regions(final SlotLayout layout, final int blocks) {
        final long pool = blocks * settings.slotBytes();
        final long chunk = Math.min(pool, ChunkSize.ofQuota(2 * pool));
        return RegionMap.of(
                new RegisteredRegion(layout.address(0, 0), pool, chunk),
                new RegisteredRegion(layout.address(1, 0), pool, chunk));
    }

    private ServingReport run() {
        sender.connect(receiver);
        receiver.connect(sender);
        for (int pool = 0; pool < 2; pool++) {
            sender.step(
                    new Event.MemoryRegistered(
                            from.address(pool, 0),
                            settings.prefillBlocks() * settings.slotBytes()));
            receiver.step(
                    new Event.MemoryRegistered(
                            to.address(pool, 0), settings.decodeBlocks() * settings.slotBytes()));
        }
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
        return report();
    }

    private boolean isOver() {
        return served + cancelled + failed == settings.requests()
                && prefill.ids().isEmpty()
                && decode.ids().isEmpty();
    }

    private String left() {
        return "prefill " + prefill.ids() + ", decode " + decode.ids() + ", moving " + moving;
    }

    /// Halves and doubles around 4 Ki tokens, spread within each: near to lognormal, in integers.
    private int drawPrompt() {
        if (settings.promptTokens() > 0) {
            return settings.promptTokens();
        }
        final int octave = Integer.bitCount(random.nextInt(1 << OCTAVES));
        final int least = SHORTEST_PROMPT << octave;
        return least + random.nextInt(least);
    }

    private void arrive(final long id) {
        final int tokens = drawPrompt();
        promptTokens.put(id, tokens);
        arrivedNanos.put(id, time.nowNanos());
        waiting.add(id);
        decode.add(id, tokens, MOST_ANSWER_TOKENS / 2);
        if (random.nextInt(100) < settings.cancelPercent()) {
            time.after(1 + random.nextLong(200_000_000L), () -> cancel(id));
        }
        turn();
    }

    private void cancel(final long id) {
        waiting.remove(id);
        accept(prefill.report(id, ContextEvent.CANCEL, time.nowNanos()));
        accept(decode.report(id, GenerationEvent.STOP, time.nowNanos()));
        turn();
    }

    /// Both workers take a turn, and what they want is done.
    private void turn() {
        letIn();
        perform(prefill.turn(time.nowNanos()));
        perform(decode.turn(time.nowNanos()));
        for (final long id : prefill.ids()) {
            if (prefill.request(id).phase() == ContextRequest.Phase.PREFILLING
                    && computing.add(id)) {
                time.after(
                        promptTokens.get(id) * settings.prefillNanosPerToken(), () -> computed(id));
            }
        }
        for (final long id : decode.ids()) {
            if (decode.request(id).phase() == GenerationRequest.Phase.DECODING
                    && computing.add(-1 - id)) {
                final long tokens = 1 + random.nextInt(MOST_ANSWER_TOKENS / 2);
                time.after(tokens * settings.decodeNanosPerToken(), () -> answered(id));
            }
        }
        observe();
    }

    /// A row that is kept until its send has ended is one that nobody else has: without early
    /// release no more requests come in than there are rows.
    private void letIn() {
        final int most =
                settings.releasesEarly() ? Integer.MAX_VALUE : prefill.holdings().sizing().rows();
        while (!waiting.isEmpty() && prefill.ids().size() < most) {
            final long id = waiting.removeFirst();
            prefill.add(id, promptTokens.get(id), false, false);
        }
    }

    private void computed(final long id) {
        prefilled++;
        accept(prefill.report(id, ContextEvent.PREFILL_DONE, time.nowNanos()));
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
                    accept(
                            prefill.report(
                                    submit.id(), ContextEvent.SUBMIT_ACCEPTED, time.nowNanos()));
                    submitted.put(submit.id(), submit.blocks());
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
            switch (respond.outcome()) {
                case SUCCESS -> served++;
                case CANCELLED -> cancelled++;
                case FAILED, OPEN -> failed++;
            }
        }
    }

    /// Starts the transfer once both ends are known.
    private void move(final long id) {
        if (!submitted.containsKey(id) || !published.containsKey(id) || !moving.add(id)) {
            return;
        }
        final DescriptorPairs pairs = from.pairs(submitted.get(id), to, published.get(id));
        final DescriptorPairs pieces = DescriptorCoalescer.coalesce(pairs, source, destination);
        descriptors += pieces.size();
        final PlanLimits limits =
                new PlanLimits(
                        EngineNode.ARENA.maxChunkBytes(),
                        EngineNode.ARENA.rampBytes(),
                        EngineNode.LIMITS.maxChunks(),
                        EngineNode.LIMITS.maxRuns());
        final Transfer transfer = new Transfer.Coalesced(TransferPlan.of(pieces, limits));
        time.after(
                0,
                () ->
                        sender.step(
                                new Event.Submit(id, DECODE, transfer, Tag.of(Long.toString(id)))));
    }

    /// A transfer that runs is cancelled; one that never began has touched nothing.
    private void endEarly(final long id) {
        if (moving.contains(id)) {
            sender.step(new Event.Cancel(id));
            return;
        }
        submitted.remove(id);
        published.remove(id);
        accept(prefill.report(id, ContextEvent.TRANSFER_FAILED, time.nowNanos()));
        accept(decode.report(id, GenerationEvent.WRITERS_STOPPED, time.nowNanos()));
        answerFailed();
    }

    private void onSender(final Effect effect) {
        if (effect instanceof final Effect.Resolve resolve) {
            final long id = resolve.transferId();
            final boolean success = resolve.outcome() == Outcome.SUCCESS;
            // Blocks stay on both sides until nothing of the transfer can touch them.
            if (success || resolve.quiescent()) {
                accept(
                        prefill.report(
                                id,
                                success
                                        ? ContextEvent.TRANSFER_SUCCEEDED
                                        : ContextEvent.TRANSFER_FAILED,
                                time.nowNanos()));
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
            readyNanos.add(time.nowNanos() - arrivedNanos.get(id));
        }
        accept(decode.report(id, GenerationEvent.WRITERS_DONE, time.nowNanos()));
    }

    private void answerFailed() {
        perform(prefill.errorPass(time.nowNanos()));
        perform(decode.errorPass(time.nowNanos()));
        turn();
    }

    private void observe() {
        final long now = time.nowNanos();
        final int holding = countHolding();
        final int rows = settings.releasesEarly() ? prefill.holdings().rowsTaken() : holding;
        sample(rows, holding);
        promptsPeak = Math.max(promptsPeak, holding);
        rowsPeak = Math.max(rowsPeak, rows);
        pinnedPeak = Math.max(pinnedPeak, prefill.holdings().pool().pinned());
        windowPeak = Math.max(windowPeak, decode.holdings().window().counted(now));
        final String left = KvInvariants.fault(prefill.holdings(), prefill.views(), now);
        final String fault =
                left != null ? left : KvInvariants.fault(decode.holdings(), decode.views(), now);
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
    }

    /// Requests of the prefill worker that hold blocks.
    private int countHolding() {
        int count = 0;
        for (final long id : prefill.ids()) {
            count += prefill.holdings().pool().blocks(id).length > 0 ? 1 : 0;
        }
        return count;
    }

    private void sample(final int rows, final int prompts) {
        final ServingReport.Sample last = samples.isEmpty() ? null : samples.getLast();
        if (last == null
                || last.rows() != rows
                || last.prompts() != prompts
                || last.prefilled() != prefilled) {
            samples.add(new ServingReport.Sample(time.nowNanos(), rows, prompts, prefilled));
        }
    }

    private ServingReport report() {
        readyNanos.sort(null);
        return new ServingReport(
                served,
                cancelled,
                failed,
                rowsPeak,
                pinnedPeak,
                windowPeak,
                readyNanos,
                prefill.quarantinedBlocks() + decode.quarantinedBlocks(),
                descriptors,
                promptsPeak,
                samples,
                time.nowNanos());
    }
}

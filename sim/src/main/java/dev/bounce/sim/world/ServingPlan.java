package dev.bounce.sim.world;

import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.KvSizing;
import dev.bounce.model.kv.PrefillWorker;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.kv.TransferWindow;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.vmm.DescriptorCoalescer;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.TransferSide;
import java.util.ArrayList;
import java.util.List;

/// The sizes of prefill workers and of a decode worker, and where their blocks lie: two pools each,
/// of slots that straddle the chunks of their regions, whose sizes differ.
///
/// @param requests that come
/// @param mostTokens of a prompt
/// @param to blocks of the decode worker
/// @param destination regions of the decode worker
/// @param origins the prefill workers: one, or four
record ServingPlan(
        Dice dice,
        Settings settings,
        int requests,
        int mostTokens,
        KvSizing decodeSizing,
        int windowBlocks,
        SlotLayout to,
        TransferSide destination,
        List<ServingOrigin> origins) {
    static final int DECODE = 1;
    static final int EXTRA_TOKENS = 32;

    private static final int TURN_TICKS = 20;
    private static final int TOKENS_PER_BLOCK = 32;
    private static final int POOLS = 2;
    private static final int LEAST_TIMEOUT_TICKS = 50;
    private static final int MOST_TIMEOUT_TICKS = 4_000;
    private static final int STALE_TICKS = 500;

    /// Draws sizes and adds the pools to the memory of the agents.
    static ServingPlan draw(final Dice dice, final Settings settings, final Traffic traffic) {
        final int slotBytes = 16 * (int) dice.between(Topic.SERVING, 0, 1, 4, 24);
        final int batch = (int) dice.between(Topic.SERVING, 0, 2, 1, 3);
        final int mostBlocks = (int) dice.between(Topic.SERVING, 0, 3, 4, 16);
        final int decodeBlocks =
                mostBlocks + 1 + 2 * batch + (int) dice.below(Topic.SERVING, 0, 5, 3L * mostBlocks);
        final long window = dice.between(Topic.SERVING, 0, 6, mostBlocks / 2, 3L * mostBlocks);
        final boolean unlimited = dice.below(Topic.SERVING, 0, 7, 4) == 0;
        final List<ServingOrigin> origins = new ArrayList<>();
        final long[] to = new long[POOLS];
        PlanLimits narrowest = null;
        for (int agent = 0; agent < settings.agents(); agent++) {
            if (agent != DECODE) {
                final ServingOrigin origin =
                        origin(dice, traffic, agent, slotBytes, batch, mostBlocks);
                origins.add(origin);
                narrowest = narrower(narrowest, origin.limits());
            }
        }
        for (int pool = 0; pool < POOLS; pool++) {
            to[pool] = traffic.addDestinations(DECODE, decodeBlocks * slotBytes);
        }
        return new ServingPlan(
                dice,
                settings,
                (int) dice.between(Topic.SERVING, 0, 8, 8, 32),
                mostBlocks * TOKENS_PER_BLOCK,
                KvSizing.of(batch, 1, true, decodeBlocks, mostBlocks + 1, TOKENS_PER_BLOCK),
                unlimited ? 0 : (int) window,
                new SlotLayout(List.of(to[0], to[1]), slotBytes),
                side(dice, DECODE, to, (long) decodeBlocks * slotBytes, narrowest),
                List.copyOf(origins));
    }

    private static ServingOrigin origin(
            final Dice dice,
            final Traffic traffic,
            final int agent,
            final int slotBytes,
            final int batch,
            final int mostBlocks) {
        final int blocks =
                mostBlocks + 2 * batch + (int) dice.below(Topic.SERVING, agent, 4, 2L * mostBlocks);
        final PlanLimits limits = traffic.limits(agent, DECODE);
        final long[] from = new long[POOLS];
        for (int pool = 0; pool < POOLS; pool++) {
            from[pool] = traffic.addSources(agent, blocks * slotBytes);
        }
        return new ServingOrigin(
                agent,
                KvSizing.of(batch, 1, true, blocks, mostBlocks, TOKENS_PER_BLOCK),
                new SlotLayout(List.of(from[0], from[1]), slotBytes),
                side(dice, agent, from, (long) blocks * slotBytes, limits),
                limits,
                DescriptorPairs.of(
                        new long[] {traffic.addSources(agent, slotBytes)},
                        new long[] {traffic.addDestinations(DECODE, slotBytes)},
                        new long[] {slotBytes}));
    }

    private static PlanLimits narrower(final PlanLimits one, final PlanLimits other) {
        return one == null || other.maxPayloadBytes() < one.maxPayloadBytes() ? other : one;
    }

    private static TransferSide side(
            final Dice dice,
            final int agent,
            final long[] bases,
            final long bytes,
            final PlanLimits limits) {
        // What is joined inside a chunk of a region must fit one of the transfer.
        final long most = Math.min(bytes, limits.maxPayloadBytes());
        final long chunk = dice.logBetween(Topic.SERVING, agent, 9, 100, most);
        return TransferSide.device(
                RegionMap.of(
                        new RegisteredRegion(bases[0], bytes, chunk),
                        new RegisteredRegion(bases[1], bytes, chunk)));
    }

    /// The prefill worker of a request: they take turns.
    ServingOrigin originOf(final long id) {
        return origins.get((int) (id % origins.size()));
    }

    /// The transfer of a request, cut and joined by the regions of both sides.
    Slot slot(final ServingJob job) {
        final ServingOrigin origin = originOf(job.id());
        return slot(
                origin,
                (int) job.id(),
                DescriptorCoalescer.coalesce(
                        origin.from().pairs(job.from, to, job.to), origin.source(), destination));
    }

    /// A transfer from a prefill worker to the decode worker that has not been attempted.
    Slot slot(final ServingOrigin origin, final int ordinal, final DescriptorPairs pairs) {
        final TransferPlan planned = TransferPlan.of(pairs, origin.limits());
        return new Slot(
                ordinal,
                ordinal,
                origin.agent(),
                DECODE,
                new Transfer.Coalesced(planned),
                pairs,
                planned.chunkCount(),
                false);
    }

    /// The unit of the link's times.
    long tickNanos() {
        return settings.link().firstRepeatNanos();
    }

    /// How long a worker waits at most before it takes its next turn.
    long turnNanos() {
        return TURN_TICKS * tickNanos();
    }

    /// A prefill worker that has nothing yet.
    PrefillWorker newPrefill(final ServingOrigin origin) {
        return new PrefillWorker(origin.sizing(), timeout(11));
    }

    /// A decode worker that has nothing yet.
    DecodeWorker newDecode() {
        return new DecodeWorker(
                decodeSizing,
                new TransferWindow(windowBlocks, STALE_TICKS * tickNanos()),
                timeout(12));
    }

    /// None in a quarter of the seeds.
    private long timeout(final int ordinal) {
        final long ticks =
                dice.logBetween(Topic.SERVING, 1, ordinal, LEAST_TIMEOUT_TICKS, MOST_TIMEOUT_TICKS);
        return dice.below(Topic.SERVING, 2, ordinal, 4) == 0 ? 0 : ticks * tickNanos();
    }

    /// When a request comes.
    long arrivalNanos(final long id) {
        return dice.between(Topic.SERVING, id, 20, 1, settings.submitNanos());
    }

    int promptTokens(final long id) {
        return (int) dice.logBetween(Topic.SERVING, id, 21, 1, mostTokens);
    }

    /// How long its prompt takes, or its answer.
    long computeNanos(final long id, final boolean isAnswer) {
        return dice.logBetween(
                Topic.SERVING,
                id,
                isAnswer ? 22 : 23,
                settings.latencyNanos(),
                Math.max(settings.latencyNanos(), settings.faultNanos() / 8));
    }

    /// How long after it has come its user gives it up, 0 if never.
    long cancelNanos(final long id) {
        return dice.below(Topic.SERVING, id, 24, 10) > 0
                ? 0
                : dice.logBetween(Topic.SERVING, id, 25, 1_000, settings.faultNanos());
    }

    /// A message between two workers; the network of the engines is another one.
    long messageNanos() {
        return 2 * settings.latencyNanos();
    }
}

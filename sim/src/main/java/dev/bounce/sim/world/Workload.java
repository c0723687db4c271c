package dev.bounce.sim.world;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import java.util.ArrayList;
import java.util.List;

/// What the applications of a seed move: presets scaled down, larger than the arena and of eight
/// chunks or more, some small ones, some direct ones, both ways around a ring of all agents and
/// between other pairs by chance; and one probe per link for the healed world.
final class Workload {
    private static final int FEWEST_CHUNKS = 8;
    private static final int GAP = 64;

    private final Dice dice;
    private final Settings settings;
    private final List<Slot> slots = new ArrayList<>();
    private final int[] sourceBytes;
    private final int[] destinationBytes;

    private Workload(final Dice dice, final Settings settings) {
        this.dice = dice;
        this.settings = settings;
        sourceBytes = new int[settings.agents()];
        destinationBytes = new int[settings.agents()];
    }

    /// Draws the transfers of a seed.
    static Workload draw(final Dice dice, final Settings settings) {
        final Workload workload = new Workload(dice, settings);
        for (int sender = 0; sender < settings.agents(); sender++) {
            for (int receiver = 0; receiver < settings.agents(); receiver++) {
                if (sender != receiver && workload.isUsed(sender, receiver)) {
                    workload.addLink(sender, receiver);
                }
            }
        }
        return workload;
    }

    /// The transfers, probes included.
    List<Slot> slots() {
        return slots;
    }

    /// Bytes of an agent's pool of sources.
    int sourceBytes(final int agent) {
        return sourceBytes[agent] + GAP;
    }

    /// Bytes of an agent's pool of destinations.
    int destinationBytes(final int agent) {
        return destinationBytes[agent] + GAP;
    }

    private boolean isUsed(final int sender, final int receiver) {
        final int agents = settings.agents();
        final int distance = (receiver - sender + agents) % agents;
        return distance == 1
                || distance == agents - 1
                || dice.below(Topic.WORKLOAD, pair(sender, receiver), 0, 2) == 0;
    }

    private void addLink(final int sender, final int receiver) {
        final long pair = pair(sender, receiver);
        final long transfers = dice.between(Topic.WORKLOAD, pair, 1, 2, 8);
        for (int ordinal = 0; ordinal < transfers; ordinal++) {
            final long kind = dice.below(Topic.WORKLOAD, pair, 100 + ordinal, 10);
            add(sender, receiver, ordinal > 0 && kind < 2, ordinal > 0 && kind == 9, false);
        }
        add(sender, receiver, false, false, true);
    }

    private void add(
            final int sender,
            final int receiver,
            final boolean small,
            final boolean direct,
            final boolean probe) {
        final PlanLimits limits = limits(sender, receiver);
        final long usable =
                Math.min(
                        settings.arenas().get(sender).usableBytes(),
                        settings.arenas().get(receiver).usableBytes());
        final int index = slots.size();
        final long percent =
                small || direct
                        ? dice.between(Topic.LAYOUT, index, 0, 2, 40)
                        : dice.between(Topic.LAYOUT, index, 0, 110, 200);
        long bytes = Math.max(1, usable * percent / 100);
        DescriptorPairs pairs = layOut(sender, receiver, index, bytes, limits);
        TransferPlan plan = TransferPlan.of(pairs, limits);
        while (!small && !direct && plan.chunkCount() < FEWEST_CHUNKS) {
            bytes += bytes / 2;
            pairs = layOut(sender, receiver, index, bytes, limits);
            plan = TransferPlan.of(pairs, limits);
        }
        sourceBytes[sender] = end(pairs.source(), pairs.bytes());
        destinationBytes[receiver] = end(pairs.destination(), pairs.bytes());
        final Transfer transfer =
                direct
                        ? new Transfer.Direct(pairs, Ineligibility.TOO_FEW_DESCRIPTORS)
                        : new Transfer.Coalesced(plan);
        slots.add(
                new Slot(
                        index,
                        sender,
                        receiver,
                        transfer,
                        pairs,
                        direct ? 0 : plan.chunkCount(),
                        probe));
    }

    private PlanLimits limits(final int sender, final int receiver) {
        final ArenaConfig mine = settings.arenas().get(sender);
        final ArenaConfig theirs = settings.arenas().get(receiver);
        final long chunk = Math.min(mine.maxChunkBytes(), theirs.maxChunkBytes());
        return new PlanLimits(
                chunk,
                Math.min(mine.rampBytes(), chunk),
                settings.limits().maxChunks(),
                settings.limits().maxRuns());
    }

    /// Descriptors of about `bytes` in all, by block, layer, and K or V.
    private DescriptorPairs layOut(
            final int sender,
            final int receiver,
            final int index,
            final long bytes,
            final PlanLimits limits) {
        final Shape[] shapes = Shape.values();
        final Shape shape = shapes[(int) dice.below(Topic.LAYOUT, index, 1, shapes.length)];
        final int tokens = (int) dice.between(Topic.LAYOUT, index, 2, 1, 4);
        final int piece =
                (int) Math.min(shape.tokenBytes() * tokens, limits.maxPayloadBytes() * 3 / 4);
        final boolean uneven = dice.below(Topic.LAYOUT, index, 3, 4) == 0;
        final int gap = (int) dice.below(Topic.LAYOUT, index, 4, 3) * 16;
        final int perBlock = shape.piecesPerBlock();
        final long mean = uneven ? piece / 2 : piece;
        final int blocks = (int) Math.max(1, bytes / (mean * perBlock) + 1);
        final int[] from = permutation(blocks, 2L * index);
        final int[] to = permutation(blocks, 2L * index + 1);
        final long sourceStart = Memory.sourceBase(sender) + sourceBytes[sender] + GAP;
        final long targetStart =
                Memory.destinationBase(receiver) + destinationBytes[receiver] + GAP;
        final long sourceStride = (long) piece * shape.split();
        final long targetStride = (long) piece + gap;
        final int count = blocks * perBlock;
        final long[] sources = new long[count];
        final long[] targets = new long[count];
        final long[] lengths = new long[count];
        for (int at = 0; at < count; at++) {
            final int block = at / perBlock;
            final int inBlock = at % perBlock;
            sources[at] = sourceStart + ((long) from[block] * perBlock + inBlock) * sourceStride;
            targets[at] =
                    targetStart
                            + (long) to[block] * (perBlock * targetStride + GAP)
                            + inBlock * targetStride;
            lengths[at] = uneven ? dice.below(Topic.LAYOUT, index, 1_000 + at, piece + 1) : piece;
        }
        lengths[0] = piece;
        return new DescriptorPairs(sources, targets, lengths, new int[1], new int[1]);
    }

    private int[] permutation(final int count, final long pair) {
        final int[] order = new int[count];
        for (int at = 0; at < count; at++) {
            final int other = (int) dice.below(Topic.PERMUTATION, pair, at, at + 1);
            order[at] = order[other];
            order[other] = at;
        }
        return order;
    }

    private static int end(final long[] starts, final long[] lengths) {
        long end = 0;
        for (int at = 0; at < starts.length; at++) {
            end = Math.max(end, Memory.offset(starts[at]) + lengths[at]);
        }
        return Math.toIntExact(end);
    }

    private static long pair(final int sender, final int receiver) {
        return (long) sender << 32 | receiver;
    }
}

package dev.bounce.sim.world;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import dev.bounce.model.workload.WorkloadPresets;
import java.util.ArrayList;
import java.util.List;

/// What the applications of a seed move: presets scaled down, larger than the arena and of eight
/// chunks or more, some small ones, some direct ones, both ways around a ring of all agents and
/// between other pairs by chance; and one probe per link for the healed world.
final class Traffic {
    private static final int PROBE = 255;
    private static final int GAP = 64;
    private static final int LAYERS_PER_LAYER = 12;
    private static final int LEAST_PIECE_BYTES = 64;
    private static final int MOST_PIECE_BYTES = 1_024;

    private final Dice dice;
    private final Settings settings;
    private final List<Slot> slots = new ArrayList<>();
    private final int[] sourceBytes;
    private final int[] destinationBytes;

    private Traffic(final Dice dice, final Settings settings) {
        this.dice = dice;
        this.settings = settings;
        sourceBytes = new int[settings.agents()];
        destinationBytes = new int[settings.agents()];
    }

    /// Draws the transfers of a seed.
    static Traffic draw(final Dice dice, final Settings settings) {
        final Traffic traffic = new Traffic(dice, settings);
        for (int sender = 0; sender < settings.agents(); sender++) {
            for (int receiver = 0; receiver < settings.agents(); receiver++) {
                if (sender != receiver && traffic.isUsed(sender, receiver)) {
                    traffic.addLink(sender, receiver);
                }
            }
        }
        return traffic;
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
        if (settings.incast()) {
            return receiver == 0;
        }
        final int agents = settings.agents();
        final int distance = (receiver - sender + agents) % agents;
        return distance == 1
                || distance == agents - 1
                || dice.below(Topic.WORKLOAD, pair(sender, receiver), 0, 2) == 0;
    }

    private void addLink(final int sender, final int receiver) {
        final long pair = pair(sender, receiver);
        final long drawn = dice.between(Topic.WORKLOAD, pair, 1, 2, 8);
        final long count =
                switch (settings.style()) {
                    case MIXED, DIRECT -> drawn;
                    case GIANT -> 1;
                    case TINY -> 2 * drawn;
                };
        final long transfers = Math.min(count, settings.mostTransfers());
        for (int ordinal = 0; ordinal < transfers; ordinal++) {
            final long kind = dice.below(Topic.WORKLOAD, pair, 100 + ordinal, 10);
            final boolean mayVary = ordinal > 0 && !settings.isModelSized();
            final boolean small = mayVary && kind < 2 || settings.style() == Style.TINY;
            final boolean direct =
                    mayVary && (kind == 9 || kind > 2 && settings.style() == Style.DIRECT);
            add(sender, receiver, ordinal, small, direct);
        }
        add(sender, receiver, PROBE, false, false);
    }

    private void add(
            final int sender,
            final int receiver,
            final int ordinal,
            final boolean small,
            final boolean direct) {
        final PlanLimits limits = limits(sender, receiver);
        final long usable =
                Math.min(
                        settings.arenas().get(sender).usableBytes(),
                        settings.arenas().get(receiver).usableBytes());
        final long index = Slot.key(sender, receiver, ordinal);
        final long percent =
                Math.min(percent(index, ordinal, small || direct), settings.mostPercent());
        long bytes = Math.max(1, usable * percent / 100);
        DescriptorPairs pairs = layOut(sender, receiver, index, bytes, limits);
        TransferPlan plan = TransferPlan.of(pairs, limits);
        if (settings.isModelSized()) {
            pairs = layOutTwoChunks(sender, receiver, index, limits);
            plan = TransferPlan.of(pairs, limits);
        }
        while (!small
                && !direct
                && !settings.isModelSized()
                && plan.chunkCount() < settings.fewestChunks()) {
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
                        slots.size(),
                        ordinal,
                        sender,
                        receiver,
                        transfer,
                        pairs,
                        direct ? 0 : plan.chunkCount(),
                        ordinal == PROBE));
    }

    private long percent(final long index, final int ordinal, final boolean small) {
        if (small) {
            return dice.between(Topic.LAYOUT, index, 0, 2, 40);
        }
        final boolean giant = settings.style() == Style.GIANT && ordinal != PROBE;
        return dice.between(Topic.LAYOUT, index, 0, giant ? 400 : 110, giant ? 800 : 200);
    }

    /// Adds room to an agent's pool of sources.
    ///
    /// @return address of its first byte
    long addSources(final int agent, final int bytes) {
        final long address = Memory.sourceBase(agent) + sourceBytes[agent] + GAP;
        sourceBytes[agent] += GAP + bytes;
        return address;
    }

    /// Adds room to an agent's pool of destinations.
    ///
    /// @return address of its first byte
    long addDestinations(final int agent, final int bytes) {
        final long address = Memory.destinationBase(agent) + destinationBytes[agent] + GAP;
        destinationBytes[agent] += GAP + bytes;
        return address;
    }

    PlanLimits limits(final int sender, final int receiver) {
        final ArenaConfig mine = settings.arenas().get(sender);
        final ArenaConfig theirs = settings.arenas().get(receiver);
        final long chunk = Math.min(mine.maxChunkBytes(), theirs.maxChunkBytes());
        return new PlanLimits(
                chunk,
                Math.min(mine.rampBytes(), chunk),
                settings.limits().maxChunks(),
                settings.limits().maxRuns());
    }

    /// Descriptors of about `bytes` in all: a preset with a twelfth of its layers and small blocks,
    /// with gaps between its destinations, or pieces of uneven lengths.
    private DescriptorPairs layOut(
            final int sender,
            final int receiver,
            final long index,
            final long bytes,
            final PlanLimits limits) {
        final Workload preset = pick(WorkloadPresets.all(), index, 1);
        final RankPair ranks = pick(preset.pairs(), index, 2);
        final Workload one = scaled(preset, index, 1, limits.maxPayloadBytes(), ranks);
        final boolean uneven = dice.below(Topic.LAYOUT, index, 3, 4) == 0;
        final long gap = dice.below(Topic.LAYOUT, index, 4, 3) * 16;
        final long perBlock = Math.max(1, one.bytes(ranks) / (uneven ? 2 : 1));
        final int blocks = (int) (bytes / perBlock + 1);
        final long source = Memory.sourceBase(sender) + sourceBytes[sender] + GAP;
        final long target = Memory.destinationBase(receiver) + destinationBytes[receiver] + GAP;
        final DescriptorPairs dense =
                scaled(preset, index, blocks, limits.maxPayloadBytes(), ranks)
                        .descriptors(ranks, new Placement(source, 0), new Placement(target, 0));
        return spread(dense, index, uneven, gap);
    }

    /// Pieces of equal length, one and a half chunks in all.
    private DescriptorPairs layOutTwoChunks(
            final int sender, final int receiver, final long index, final PlanLimits limits) {
        final int pieces = (int) dice.between(Topic.LAYOUT, index, 6, 6, 24);
        final long piece = limits.maxPayloadBytes() * 3 / 2 / pieces / 16 * 16;
        final long[] sources = new long[pieces];
        final long[] targets = new long[pieces];
        final long[] lengths = new long[pieces];
        for (int at = 0; at < pieces; at++) {
            sources[at] = Memory.sourceBase(sender) + sourceBytes[sender] + GAP + at * piece;
            targets[at] =
                    Memory.destinationBase(receiver)
                            + destinationBytes[receiver]
                            + GAP
                            + at * (piece + 16);
            lengths[at] = piece;
        }
        return new DescriptorPairs(sources, targets, lengths, new int[1], new int[1]);
    }

    private <T> T pick(final List<T> all, final long index, final long ordinal) {
        return all.get((int) dice.below(Topic.LAYOUT, index, ordinal, all.size()));
    }

    /// The preset in small: pieces of some tens of bytes up to three quarters of a chunk.
    private Workload scaled(
            final Workload preset,
            final long index,
            final int blocks,
            final long maxPayloadBytes,
            final RankPair ranks) {
        final int stages = Math.max(preset.prefill().pipeline(), preset.decode().pipeline());
        final int layers = Math.max(stages, preset.shape().layers() / LAYERS_PER_LAYER);
        final long heads =
                preset.descriptorBytes(ranks) / (preset.blockTokens() * preset.shape().headBytes());
        final long most =
                Math.clamp(Math.min(maxPayloadBytes * 3 / 4, MOST_PIECE_BYTES) / heads, 1, 1_024);
        final long least = Math.min(most, Math.max(1, LEAST_PIECE_BYTES / heads));
        final int head = (int) dice.logBetween(Topic.LAYOUT, index, 5, least, most);
        final Workload small = preset.scaled(blocks, layers, 1, head);
        return new Workload(
                small.name(),
                small.shape(),
                small.promptTokens(),
                small.blockTokens(),
                small.prefill(),
                small.decode(),
                dice.bits(Topic.PERMUTATION, index, 0));
    }

    private DescriptorPairs spread(
            final DescriptorPairs dense, final long index, final boolean uneven, final long gap) {
        final long[] targets = dense.destination().clone();
        final long[] lengths = dense.bytes().clone();
        final long piece = lengths[0];
        long base = targets[0];
        for (final long target : targets) {
            base = Math.min(base, target);
        }
        for (int at = 0; at < targets.length; at++) {
            targets[at] += (targets[at] - base) / piece * gap;
            if (uneven && at > 0) {
                lengths[at] = dice.below(Topic.LAYOUT, index, 1_000 + at, piece + 1);
            }
        }
        return new DescriptorPairs(dense.source(), targets, lengths, new int[1], new int[1]);
    }

    private static int end(final long[] starts, final long[] lengths) {
        long end = 0;
        for (int at = 0; at < starts.length; at++) {
            end = Math.max(end, Memory.offset(starts[at]) + lengths[at]);
        }
        return Math.toIntExact(end);
    }

    private static long pair(final int sender, final int receiver) {
        return Decisions.pair(sender, receiver);
    }
}

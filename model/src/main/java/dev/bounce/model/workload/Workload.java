package dev.bounce.model.workload;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The KV cache of one request moves from prefill ranks to decode ranks. Each rank has one pool of
/// `[block][layer][plane][head][token]`; its blocks are given out in the order of a permutation,
/// one for each side, that the seed decides (SplitMix64 and the shuffle of Fisher and Yates; the
/// source is drawn first, the destination from the same generator).
///
/// A pair of ranks has a transfer if they share layers and heads. Where several prefill ranks hold
/// the same heads (replicated KV heads, a latent), each decode rank is served by one of them, the
/// load spread; every decode rank gets all its heads, replicated or not. Descriptors come in the
/// order of the prompt: by block, then layer, then plane.
///
/// @param name of the workload
/// @param shape of the model
/// @param promptTokens tokens of the prompt; the last block moves whole
/// @param blockTokens tokens of one block
/// @param prefill how the senders are parallel
/// @param decode how the receivers are parallel
/// @param seed of the two permutations
public record Workload(
        String name,
        ModelShape shape,
        int promptTokens,
        int blockTokens,
        Parallelism prefill,
        Parallelism decode,
        long seed) {
    private static final int SCALED_BLOCK_TOKENS = 4;
    private static final int SCALED_HEAD_BYTES = 4;

    /// @throws IllegalArgumentException naming what cannot be: a count below 1, heads that do not
    ///     divide among tensor ranks nor the ranks among heads, or more stages than layers
    public Workload {
        Counts.require("promptTokens", promptTokens);
        Counts.require("blockTokens", blockTokens);
        requireFit(shape, prefill);
        requireFit(shape, decode);
    }

    private static void requireFit(final ModelShape shape, final Parallelism parallelism) {
        final int heads = shape.kvHeads();
        final int tensor = parallelism.tensor();
        if (heads % tensor != 0 && tensor % heads != 0) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%d KV heads of %s do not divide among %s",
                            heads,
                            shape.name(),
                            parallelism));
        }
        if (parallelism.pipeline() > shape.layers()) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%d layers of %s are fewer than the stages of %s",
                            shape.layers(),
                            shape.name(),
                            parallelism));
        }
    }

    /// Blocks of the prompt, and of each pool.
    public int blocks() {
        return (promptTokens - 1) / blockTokens + 1;
    }

    /// Block id of each block of the prompt at every sender.
    public int[] sourceBlocks() {
        return new SplitMix64(seed).permutation(blocks());
    }

    /// Block id of each block of the prompt at every receiver.
    public int[] destinationBlocks() {
        final SplitMix64 random = new SplitMix64(seed);
        random.permutation(blocks());
        return random.permutation(blocks());
    }

    /// Bytes of the pool of a prefill rank.
    public long senderPoolBytes(final int sender) {
        return sender(sender).poolBytes();
    }

    /// Bytes of the pool of a decode rank, every one of which is written once.
    public long receiverPoolBytes(final int receiver) {
        return receiver(receiver).poolBytes();
    }

    /// Every pair of ranks that has a transfer, by receiver, then sender.
    public List<RankPair> pairs() {
        final List<RankPair> pairs = new ArrayList<>();
        for (int receiver = 0; receiver < decode.ranks(); receiver++) {
            for (int sender = 0; sender < prefill.ranks(); sender++) {
                final RankPair pair = new RankPair(sender, receiver);
                if (descriptorCount(pair) > 0) {
                    pairs.add(pair);
                }
            }
        }
        return pairs;
    }

    /// Number of descriptors of one transfer, 0 if these ranks have none.
    public int descriptorCount(final RankPair pair) {
        final boolean sharesHeads = sharedHeads(pair).size() > 0;
        final long rows = (long) sharedLayers(pair).size() * shape.planes();
        return sharesHeads ? Math.toIntExact(blocks() * rows) : 0;
    }

    /// Bytes of each descriptor of one transfer.
    public long descriptorBytes(final RankPair pair) {
        return sharedHeads(pair).size() * sender(pair.sender()).headSlotBytes();
    }

    /// Bytes of one transfer.
    public long bytes(final RankPair pair) {
        return descriptorCount(pair) * descriptorBytes(pair);
    }

    /// What one transfer moves.
    ///
    /// @param source where the pool of the sender is, [#senderPoolBytes] long
    /// @param destination where the pool of the receiver is, [#receiverPoolBytes] long
    public DescriptorPairs descriptors(
            final RankPair pair, final Placement source, final Placement destination) {
        final PoolLayout from = sender(pair.sender());
        final PoolLayout to = receiver(pair.receiver());
        final Span layers = sharedLayers(pair);
        final int head = sharedHeads(pair).from();
        final int count = descriptorCount(pair);
        final long[] sources = new long[count];
        final long[] destinations = new long[count];
        final long[] bytes = new long[count];
        Arrays.fill(bytes, descriptorBytes(pair));
        final int[] sourceBlocks = sourceBlocks();
        final int[] destinationBlocks = destinationBlocks();
        int index = 0;
        for (int block = 0; block < blocks() && count > 0; block++) {
            for (int layer = layers.from(); layer < layers.to(); layer++) {
                for (int plane = 0; plane < shape.planes(); plane++) {
                    sources[index] =
                            source.base() + from.offset(sourceBlocks[block], layer, plane, head);
                    destinations[index] =
                            destination.base()
                                    + to.offset(destinationBlocks[block], layer, plane, head);
                    index++;
                }
            }
        }
        return new DescriptorPairs(
                sources,
                destinations,
                bytes,
                new int[] {source.device()},
                new int[] {destination.device()});
    }

    /// The same structure, small enough for a simulated world: 4 tokens per block and 4 bytes per
    /// token and head.
    ///
    /// @throws IllegalArgumentException as [#scaled(int, int, int, int)] does
    public Workload scaled(final int blocks, final int layers) {
        return scaled(blocks, layers, SCALED_BLOCK_TOKENS, SCALED_HEAD_BYTES);
    }

    /// The same structure (heads, planes, parallelism, seed) in another size.
    ///
    /// @param blocks of the prompt
    /// @param layers of the model, at least the stages of either side
    /// @param blockTokens tokens of one block
    /// @param headBytes bytes of one token in one head of one plane
    /// @throws IllegalArgumentException if a count is below 1 or there are fewer layers than stages
    public Workload scaled(
            final int blocks, final int layers, final int blockTokens, final int headBytes) {
        return new Workload(
                name + "/" + blocks + "x" + layers,
                new ModelShape(shape.name(), layers, shape.kvHeads(), headBytes, shape.planes(), 1),
                Math.multiplyExact(blocks, blockTokens),
                blockTokens,
                prefill,
                decode,
                seed);
    }

    private Span sharedLayers(final RankPair pair) {
        return sender(pair.sender()).layers().and(receiver(pair.receiver()).layers());
    }

    private Span sharedHeads(final RankPair pair) {
        final PoolLayout from = sender(pair.sender());
        return from.serves(decode.tensorRank(pair.receiver()))
                ? from.heads().and(receiver(pair.receiver()).heads())
                : new Span(0, 0);
    }

    private PoolLayout sender(final int rank) {
        return layout(prefill, rank);
    }

    private PoolLayout receiver(final int rank) {
        return layout(decode, rank);
    }

    private PoolLayout layout(final Parallelism parallelism, final int rank) {
        if (rank < 0 || rank >= parallelism.ranks()) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "rank %d is outside [0, %d) of %s",
                            rank,
                            parallelism.ranks(),
                            parallelism));
        }
        return new PoolLayout(shape, blocks(), blockTokens, parallelism, rank);
    }
}

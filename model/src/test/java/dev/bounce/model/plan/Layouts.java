package dev.bounce.model.plan;

import java.util.Random;

/// Descriptor lists with the shape of real ones.
///
/// The headline list (design section 7) is what a prefill agent with all 8 heads of gpt-oss-120b
/// sends to one of four decode agents with 2 heads each: 256 blocks x 36 layers x K,V, each 32
/// tokens x 2 heads x 64 x 1 byte. Both pools are `[block][layer][K,V][head][token]`; block ids are
/// seeded permutations of the pool.
final class Layouts {
    static final int BLOCKS = 256;
    static final int PLANES = 36 * 2;
    static final int PIECE_BYTES = 32 * 2 * 64;
    static final int DESCRIPTORS = BLOCKS * PLANES;

    static final PlanLimits DEFAULT_LIMITS = new PlanLimits(32L << 20, 8L << 20, 65_536, 1_048_576);

    private static final long SOURCE_POOL = 0x7f10_0000_0000L;
    private static final long DESTINATION_POOL = 0x7f80_0000_0000L;

    private Layouts() {}

    /// Caller order: by block, layer, K/V. The blocks of a request are all of a pool.
    static DescriptorPairs headline() {
        return byBlock(permutation(BLOCKS, 1), permutation(BLOCKS, 2));
    }

    /// The same, with block ids of a pool eight times that size.
    static DescriptorPairs headlineInLargePool() {
        return byBlock(permutation(8 * BLOCKS, 1), permutation(8 * BLOCKS, 2));
    }

    /// The same, with block ids that rise on both sides.
    static DescriptorPairs sorted() {
        return byBlock(identity(), identity());
    }

    /// Caller order: by layer, K/V, block, so that neighbours lie in blocks far apart.
    static DescriptorPairs byLayer() {
        final int[] sourceBlock = permutation(BLOCKS, 1);
        final int[] destinationBlock = permutation(BLOCKS, 2);
        final Arrays3 lists = new Arrays3(DESCRIPTORS);
        for (int plane = 0; plane < PLANES; plane++) {
            for (int block = 0; block < BLOCKS; block++) {
                lists.add(sourceBlock[block], destinationBlock[block], plane);
            }
        }
        return lists.pairs();
    }

    /// The headline pairs in random order.
    static DescriptorPairs shuffled() {
        final int[] order = permutation(DESCRIPTORS, 3);
        final Arrays3 lists = new Arrays3(DESCRIPTORS);
        for (final int i : order) {
            lists.add(i / PLANES, i / PLANES, i % PLANES);
        }
        return lists.pairs();
    }

    /// Pieces at random places of a large pool, which no order brings together.
    static DescriptorPairs scattered() {
        final int[] place = permutation(16 * DESCRIPTORS, 4);
        final Arrays3 lists = new Arrays3(DESCRIPTORS);
        for (int i = 0; i < DESCRIPTORS; i++) {
            lists.add(place[i] / PLANES, place[i] / PLANES, place[i] % PLANES);
        }
        return lists.pairs();
    }

    private static DescriptorPairs byBlock(final int[] sourceBlock, final int[] destinationBlock) {
        final Arrays3 lists = new Arrays3(DESCRIPTORS);
        for (int block = 0; block < BLOCKS; block++) {
            for (int plane = 0; plane < PLANES; plane++) {
                lists.add(sourceBlock[block], destinationBlock[block], plane);
            }
        }
        return lists.pairs();
    }

    private static int[] identity() {
        final int[] ids = new int[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            ids[i] = i;
        }
        return ids;
    }

    static int[] permutation(final int size, final long seed) {
        final Random random = new Random(seed);
        final int[] ids = new int[size];
        for (int i = 0; i < size; i++) {
            final int at = random.nextInt(i + 1);
            ids[i] = ids[at];
            ids[at] = i;
        }
        return ids;
    }

    /// Pairs while they are collected: a source block has 8 heads, a destination block 2.
    private static final class Arrays3 {
        private final long[] source;
        private final long[] destination;
        private final long[] bytes;
        private int size;

        Arrays3(final int capacity) {
            source = new long[capacity];
            destination = new long[capacity];
            bytes = new long[capacity];
        }

        void add(final long sourceBlock, final long destinationBlock, final int plane) {
            source[size] = SOURCE_POOL + (sourceBlock * PLANES + plane) * 4 * PIECE_BYTES;
            destination[size] =
                    DESTINATION_POOL + (destinationBlock * PLANES + plane) * PIECE_BYTES;
            bytes[size++] = PIECE_BYTES;
        }

        DescriptorPairs pairs() {
            return DescriptorPairs.of(source, destination, bytes);
        }
    }
}

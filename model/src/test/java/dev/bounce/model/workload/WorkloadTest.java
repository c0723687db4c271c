package dev.bounce.model.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.plan.DescriptorPairs;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadTest {
    private static final long MIB = 1 << 20;

    private static Workload preset(final String name) {
        return WorkloadPresets.named(name).orElseThrow();
    }

    static List<Workload> presets() {
        return WorkloadPresets.all();
    }

    /// Number of transfers, descriptors of the first and of all, bytes of a descriptor.
    @ParameterizedTest
    @CsvSource({
        "gpt-oss-120b-8k,           4, 18432,  73728,  4096",
        "gpt-oss-120b-8k-merge,     4, 18432,  73728,  4096",
        "llama-3.1-70b-8k,          8, 40960, 327680,  8192",
        "llama-3.1-70b-8k-merge,    8, 40960, 327680,  8192",
        "llama-3.1-70b-8k-pp,       8, 20480, 163840, 16384",
        "qwen3-235b-a22b-8k,        8, 48128, 385024,  4096",
        "qwen3-235b-a22b-8k-pp,     8, 24064, 192512,  4096",
        "qwen3-235b-a22b-32k,      32, 49152, 1540096, 4096",
        "deepseek-v3-8k,           16, 31232, 499712,  9216",
        "deepseek-v3-8k-dp,         1, 31232,  31232,  9216",
        "deepseek-v3-8k-pp,        16, 15872, 249856,  9216",
        "deepseek-v3-8k-block64,    8,  7808,  62464, 73728"
    })
    void shouldHaveTheCountsOfItsShape(
            final String name,
            final int transfers,
            final int first,
            final long all,
            final long descriptorBytes) {
        final Workload workload = preset(name);
        final List<RankPair> pairs = workload.pairs();
        assertEquals(transfers, pairs.size());
        assertEquals(first, workload.descriptorCount(pairs.getFirst()));
        assertEquals(all, pairs.stream().mapToLong(workload::descriptorCount).sum());
        for (final RankPair pair : pairs) {
            assertEquals(descriptorBytes, workload.descriptorBytes(pair));
        }
    }

    @Test
    void shouldMoveTheHeadline() {
        final Workload headline = WorkloadPresets.headline();
        assertEquals(256, headline.blocks());
        assertEquals(288 * MIB, headline.senderPoolBytes(0));
        assertEquals(
                IntStream.range(0, 4).mapToObj(r -> new RankPair(0, r)).toList(), headline.pairs());
        for (final RankPair pair : headline.pairs()) {
            final DescriptorPairs descriptors =
                    headline.descriptors(pair, new Placement(0, 0), new Placement(0, 0));
            assertEquals(18_432, descriptors.size());
            assertEquals(72 * MIB, Arrays.stream(descriptors.bytes()).sum());
            assertEquals(72 * MIB, headline.bytes(pair));
            assertEquals(72 * MIB, headline.receiverPoolBytes(pair.receiver()));
        }
    }

    @Test
    void shouldOrderDescriptorsByBlockThenLayerThenPlane() {
        final Workload workload = WorkloadPresets.headline();
        final Placement source = new Placement(0x7F00_0000_0000L, 3);
        final Placement destination = new Placement(0x1000, 5);
        final DescriptorPairs descriptors =
                workload.descriptors(new RankPair(0, 2), source, destination);
        assertArrayEquals(new int[] {3}, descriptors.sourceDevice());
        assertArrayEquals(new int[] {5}, descriptors.destinationDevice());
        final int[] sourceBlocks = workload.sourceBlocks();
        final int[] destinationBlocks = workload.destinationBlocks();
        final long headSlot = 32 * 64;
        int index = 0;
        for (int block = 0; block < 256; block++) {
            for (int row = 0; row < 36 * 2; row++) {
                assertEquals(
                        source.base() + ((sourceBlocks[block] * 72L + row) * 8 + 4) * headSlot,
                        descriptors.source()[index]);
                assertEquals(
                        destination.base() + (destinationBlocks[block] * 72L + row) * 2 * headSlot,
                        descriptors.destination()[index]);
                index++;
            }
        }
    }

    /// The figures come from another implementation of the same two algorithms.
    @Test
    void shouldDrawItsBlocksFromTheSeed() {
        final Workload workload = WorkloadPresets.headline();
        assertEquals(1, workload.seed());
        assertArrayEquals(
                new int[] {52, 74, 69, 87, 54, 16, 242, 158},
                Arrays.copyOf(workload.sourceBlocks(), 8));
        assertArrayEquals(
                new int[] {110, 249, 222, 144, 50, 133, 184, 118},
                Arrays.copyOf(workload.destinationBlocks(), 8));
    }

    /// Every receiver's pool is filled exactly once, with what the prompt has there.
    @ParameterizedTest
    @MethodSource("presets")
    void shouldFillEveryPoolWithTheWholeCache(final Workload preset) {
        final Workload workload = preset.scaled(5, 7);
        final byte[][] senders = new byte[workload.prefill().ranks()][];
        for (int rank = 0; rank < senders.length; rank++) {
            senders[rank] = content(workload, workload.prefill(), rank, workload.sourceBlocks());
            assertEquals(workload.senderPoolBytes(rank), senders[rank].length);
        }
        for (int rank = 0; rank < workload.decode().ranks(); rank++) {
            final byte[] expected =
                    content(workload, workload.decode(), rank, workload.destinationBlocks());
            assertEquals(workload.receiverPoolBytes(rank), expected.length);
            final byte[] pool = new byte[expected.length];
            final int[] writes = new int[expected.length];
            for (final RankPair pair : workload.pairs()) {
                if (pair.receiver() == rank) {
                    move(workload, pair, senders[pair.sender()], pool, writes);
                }
            }
            assertArrayEquals(expected, pool);
            assertTrue(Arrays.stream(writes).allMatch(count -> count == 1));
        }
    }

    private static void move(
            final Workload workload,
            final RankPair pair,
            final byte[] source,
            final byte[] destination,
            final int[] writes) {
        final DescriptorPairs descriptors =
                workload.descriptors(pair, new Placement(1000, 0), new Placement(2000, 0));
        assertEquals(workload.descriptorCount(pair), descriptors.size());
        long bytes = 0;
        for (int index = 0; index < descriptors.size(); index++) {
            final int length = (int) descriptors.bytes()[index];
            final int from = (int) (descriptors.source()[index] - 1000);
            final int to = (int) (descriptors.destination()[index] - 2000);
            System.arraycopy(source, from, destination, to, length);
            for (int offset = 0; offset < length; offset++) {
                writes[to + offset]++;
            }
            bytes += length;
        }
        assertEquals(workload.bytes(pair), bytes);
    }

    /// The pool of a rank, written down from the definition of the layout and not from its code.
    private static byte[] content(
            final Workload workload,
            final Parallelism parallelism,
            final int rank,
            final int[] blockIds) {
        final ModelShape shape = workload.shape();
        final int[] promptBlock = new int[blockIds.length];
        for (int block = 0; block < blockIds.length; block++) {
            promptBlock[blockIds[block]] = block;
        }
        final int stage = rank / parallelism.tensor();
        final int tensorRank = rank % parallelism.tensor();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int id = 0; id < blockIds.length; id++) {
            for (int layer = 0; layer < shape.layers(); layer++) {
                if (stageOf(layer, shape.layers(), parallelism.pipeline()) != stage) {
                    continue;
                }
                for (int plane = 0; plane < shape.planes(); plane++) {
                    for (int head = 0; head < shape.kvHeads(); head++) {
                        if (!holds(tensorRank, parallelism.tensor(), head, shape.kvHeads())) {
                            continue;
                        }
                        final int bytes = (int) (workload.blockTokens() * shape.headBytes());
                        for (int offset = 0; offset < bytes; offset++) {
                            out.write(cell(promptBlock[id], layer, plane, head, offset));
                        }
                    }
                }
            }
        }
        return out.toByteArray();
    }

    private static int stageOf(final int layer, final int layers, final int stages) {
        int end = 0;
        for (int stage = 0; ; stage++) {
            end += layers / stages + (stage < layers % stages ? 1 : 0);
            if (layer < end) {
                return stage;
            }
        }
    }

    private static boolean holds(
            final int tensorRank, final int tensor, final int head, final int heads) {
        return tensor <= heads
                ? head * tensor / heads == tensorRank
                : tensorRank * heads / tensor == head;
    }

    private static int cell(
            final int block, final int layer, final int plane, final int head, final int offset) {
        return (((block * 31 + layer) * 31 + plane) * 31 + head) * 31 + offset + 1;
    }

    @Test
    void shouldServeReplicatedHeadsByAllThatHoldThem() {
        final Workload latent = preset("deepseek-v3-8k");
        for (int receiver = 0; receiver < 16; receiver++) {
            assertTrue(latent.pairs().contains(new RankPair(receiver % 8, receiver)));
            assertEquals(latent.senderPoolBytes(0), latent.receiverPoolBytes(receiver));
        }
    }

    @Test
    void shouldSplitLayersUnevenly() {
        final Workload workload = preset("qwen3-235b-a22b-32k");
        final long perLayer = 1024L * 2 * 4 * 32 * 128;
        assertEquals(24 * perLayer, workload.senderPoolBytes(1));
        assertEquals(23 * perLayer, workload.senderPoolBytes(2));
    }

    @Test
    void shouldMoveTheLastBlockWhole() {
        final Workload headline = WorkloadPresets.headline();
        final Workload odd =
                new Workload(
                        "odd", headline.shape(), 33, 32, headline.prefill(), headline.decode(), 1);
        assertEquals(2, odd.blocks());
    }

    @Test
    void shouldKeepItsStructureWhenScaled() {
        final Workload scaled = WorkloadPresets.headline().scaled(8, 2);
        assertEquals("gpt-oss-120b-8k/8x2", scaled.name());
        assertEquals(4, scaled.pairs().size());
        assertEquals(8 * 2 * 2, scaled.descriptorCount(scaled.pairs().getFirst()));
        assertEquals(2 * 4 * 4, scaled.descriptorBytes(scaled.pairs().getFirst()));
        final Workload larger = WorkloadPresets.headline().scaled(8, 2, 16, 8);
        assertEquals(2 * 16 * 8, larger.descriptorBytes(larger.pairs().getFirst()));
    }

    @Test
    void shouldRefuseWhatCannotBeShared() {
        final ModelShape shape = ModelShape.gptOss120b(1);
        final Parallelism one = Parallelism.tensor(1);
        assertEquals(
                "8 KV heads of gpt-oss-120b do not divide among TP3",
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        new Workload(
                                                "x", shape, 32, 32, Parallelism.tensor(3), one, 1))
                        .getMessage());
        assertEquals(
                "36 layers of gpt-oss-120b are fewer than the stages of PP37xTP1",
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        new Workload(
                                                "x", shape, 32, 32, one, new Parallelism(1, 37), 1))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> new Workload("x", shape, 0, 32, one, one, 1));
        assertThrows(IllegalArgumentException.class, () -> WorkloadPresets.headline().scaled(0, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> WorkloadPresets.headline().receiverPoolBytes(4));
    }

    @Test
    void shouldHaveNamesOfTheirOwn() {
        assertEquals(
                WorkloadPresets.all().size(), WorkloadPresets.names().stream().distinct().count());
        assertTrue(WorkloadPresets.named("gpt-oss-120b").isEmpty());
    }
}

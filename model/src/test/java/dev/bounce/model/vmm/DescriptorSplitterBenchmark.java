package dev.bounce.model.vmm;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Time to cut, and to cut and join, 20,000 descriptors of 6 KiB between pools of 16 MiB and 32 MiB
/// chunks. The size divides no chunk, so that some descriptors cross an edge.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DescriptorSplitterBenchmark {
    private static final int DESCRIPTORS = 20_000;
    private static final int SLOTS = 8 * DESCRIPTORS;
    private static final long SLOT_BYTES = 6 << 10;
    private static final int BLOCK_SLOTS = 80;
    private static final long FROM = 0x7F00_0020_0000L;
    private static final long TO = 0x7E00_0000_0000L;

    /// How descriptors lie in the pools.
    @Param public Layout layout;

    private DescriptorPairs pairs;
    private TransferSide source;
    private TransferSide destination;

    /// Orders of slots.
    public enum Layout {
        /// Rising on both sides, so that nearly all can be joined.
        RISING,
        /// Blocks of 80 slots at random places, as a paged cache has them.
        BLOCKS,
        /// Every slot at a random place.
        SCATTERED
    }

    /// Makes pools of 1 GiB and the list.
    @Setup
    public void prepare() {
        final long pool = 1L << 30;
        source = TransferSide.device(Cuts.map(FROM, pool, 16 * Cuts.MIB));
        destination = TransferSide.device(Cuts.map(TO, pool, 32 * Cuts.MIB));
        final int grain =
                switch (layout) {
                    case RISING -> DESCRIPTORS;
                    case BLOCKS -> BLOCK_SLOTS;
                    case SCATTERED -> 1;
                };
        final int[] from = places(grain, 1);
        final int[] to = layout == Layout.RISING ? from : places(grain, 2);
        final long[] words = new long[3 * DESCRIPTORS];
        for (int slot = 0; slot < DESCRIPTORS; slot++) {
            words[3 * slot] =
                    FROM + (from[slot / grain] * (long) grain + slot % grain) * SLOT_BYTES;
            words[3 * slot + 1] =
                    TO + (to[slot / grain] * (long) grain + slot % grain) * SLOT_BYTES;
            words[3 * slot + 2] = SLOT_BYTES;
        }
        pairs = Cuts.pairs(words);
        System.out.println(
                layout
                        + ": "
                        + DescriptorSplitter.split(pairs, source, destination).size()
                        + " pieces, "
                        + DescriptorCoalescer.coalesce(pairs, source, destination).size()
                        + " joined");
    }

    private static int[] places(final int grain, final long seed) {
        final Random random = new Random(seed);
        final int[] order = new int[SLOTS / grain];
        for (int i = 0; i < order.length; i++) {
            final int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }

    /// Cuts alone.
    @Benchmark
    public DescriptorPairs split() {
        return DescriptorSplitter.split(pairs, source, destination);
    }

    /// Cuts and joins.
    @Benchmark
    public DescriptorPairs coalesce() {
        return DescriptorCoalescer.coalesce(pairs, source, destination);
    }
}

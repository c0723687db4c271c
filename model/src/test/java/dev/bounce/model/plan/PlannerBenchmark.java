package dev.bounce.model.plan;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Time per descriptor, of plans of 18,432 descriptors of 4 KiB under default limits. Prints
/// chunks, runs and the bytes of all DATA messages (48 per run) of each layout.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Layouts.DESCRIPTORS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlannerBenchmark {
    private static final int BYTES_PER_RUN = 48;

    /// Shape of the list.
    @Param public Layout layout;

    private DescriptorPairs pairs;

    /// Shapes of [Layouts].
    public enum Layout {
        /// See [Layouts#headline].
        HEADLINE,
        /// See [Layouts#headlineInLargePool].
        HEADLINE_IN_LARGE_POOL,
        /// See [Layouts#sorted].
        SORTED,
        /// See [Layouts#byLayer].
        BY_LAYER,
        /// See [Layouts#shuffled].
        SHUFFLED,
        /// See [Layouts#scattered].
        SCATTERED
    }

    /// Makes the list and prints what comes of it.
    @Setup
    public void prepare() {
        pairs =
                switch (layout) {
                    case HEADLINE -> Layouts.headline();
                    case HEADLINE_IN_LARGE_POOL -> Layouts.headlineInLargePool();
                    case SORTED -> Layouts.sorted();
                    case BY_LAYER -> Layouts.byLayer();
                    case SHUFFLED -> Layouts.shuffled();
                    case SCATTERED -> Layouts.scattered();
                };
        final PlanStatistics statistics = PlanStatistics.of(pairs, Layouts.DEFAULT_LIMITS);
        System.out.println(statistics);
        System.out.println("DATA bytes: " + BYTES_PER_RUN * statistics.runs());
    }

    /// What is done before a transfer may start.
    @Benchmark
    public TransferPlan plan() {
        return TransferPlan.of(pairs, Layouts.DEFAULT_LIMITS);
    }

    /// With the order and the runs of every chunk, which a transfer finds while it is under way.
    @Benchmark
    public TransferPlan planWhole() {
        final TransferPlan plan = TransferPlan.of(pairs, Layouts.DEFAULT_LIMITS);
        plan.prepare();
        return plan;
    }

    /// The first pass alone.
    @Benchmark
    public int pack() {
        return new Packing(pairs, Layouts.DEFAULT_LIMITS).finish();
    }

    /// What making the pairs adds: validation and totals.
    @Benchmark
    public DescriptorPairs validate() {
        return DescriptorPairs.of(pairs.source(), pairs.destination(), pairs.bytes());
    }

    /// Whether destinations overlap, which is not part of the gate.
    @Benchmark
    public Object overlap() {
        return pairs.overlappingDestination();
    }
}

package dev.bounce.engine;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.SchedulerConfig;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// One region comes back and what fits is granted: the arena, the turns and the grant together.
///
/// The arena has the defaults of design 2.7; 224 regions of 2 MiB fit beside the reserve. Flows are
/// spread over up to 16 peers, each with a window of 4.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SchedulerBenchmark implements CreditScheduler.Grants, CreditScheduler.Cache {
    private static final long MIB = 1 << 20;
    private static final int CHUNKS = 1 << 12;
    private static final int LIVE = 1 << 10;

    /// Flows that want more than they can get.
    @Param({"1", "16", "256"})
    public int flows;

    /// Chunks of 2 MiB, or every fourth flow with chunks of 16 MiB.
    @Param({"equal", "mixed"})
    public String sizes;

    private Arena arena;
    private CreditScheduler scheduler;
    private final Region[] regions = new Region[LIVE];
    private final Demand[] owners = new Demand[LIVE];
    private int oldest;
    private int newest;
    private long nowNanos;

    /// Grants until the arena or the windows are full.
    @Setup
    public void fill() {
        final ArenaConfig config = new ArenaConfig(512 * MIB, MIB, 32 * MIB, 2 * MIB, 2);
        arena = new Arena(config);
        scheduler =
                new CreditScheduler(config, new SchedulerConfig(2, 8, 100_000_000), arena, this);
        for (int i = 0; i < flows; i++) {
            final long[] bytes = new long[CHUNKS];
            Arrays.fill(bytes, "mixed".equals(sizes) && i % 4 == 3 ? 16 * MIB : 2 * MIB);
            scheduler.open(new Demand(i % 16, null, bytes, 4));
        }
        scheduler.schedule(nowNanos, this);
    }

    /// The oldest region comes back.
    @Benchmark
    public long recycle() {
        final Demand demand = owners[oldest];
        arena.free(regions[oldest]);
        oldest = oldest + 1 & LIVE - 1;
        scheduler.release(demand);
        if (demand.next == CHUNKS && demand.held == 0) {
            demand.next = 0;
            scheduler.open(demand);
        }
        nowNanos += 1_000;
        scheduler.schedule(nowNanos, this);
        return scheduler.sequence();
    }

    @Override
    public void grant(final Demand demand, final int chunk, final Region region) {
        regions[newest] = region;
        owners[newest] = demand;
        newest = newest + 1 & LIVE - 1;
    }

    @Override
    public void rejectNoCapacity(final Demand demand, final int chunk) {
        throw new AssertionError("every chunk fits");
    }

    @Override
    public boolean dropYoungest() {
        return false;
    }
}

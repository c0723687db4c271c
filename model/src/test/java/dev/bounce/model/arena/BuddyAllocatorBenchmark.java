package dev.bounce.model.arena;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Free and allocate one block of a full arena, the oldest first.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BuddyAllocatorBenchmark {
    private static final int SIZES = 1 << 12;

    /// Arena and granularity in MiB and KiB.
    @Param({"512/1024", "65536/64"})
    public String shape;

    /// One size of 2 MiB, or sizes from one granule to 32 MiB.
    @Param({"equal", "mixed"})
    public String sizes;

    private BuddyAllocator allocator;
    private final long[] bytes = new long[SIZES];
    private long[] live;
    private int oldest;
    private int newest;
    private int next;

    /// Fills the arena.
    @Setup
    public void fill() {
        final String[] parts = shape.split("/");
        final long granularity = Long.parseLong(parts[1]) << 10;
        allocator = new BuddyAllocator(Long.parseLong(parts[0]) << 20, granularity, 64L << 20);
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < SIZES; i++) {
            bytes[i] =
                    "equal".equals(sizes)
                            ? 2L << 20
                            : Math.max(granularity, (32L << 20) >>> random.nextInt(10));
        }
        live = new long[1 << 21];
        refill();
    }

    /// One free and as many allocations as fit after it, one on average.
    @Benchmark
    public int recycle() {
        allocator.free(live[oldest]);
        oldest = oldest + 1 & live.length - 1;
        return refill();
    }

    private int refill() {
        for (; ; ) {
            final long offset = allocator.allocate(bytes[next]);
            if (offset < 0) {
                return newest;
            }
            next = next + 1 & SIZES - 1;
            live[newest] = offset;
            newest = newest + 1 & live.length - 1;
        }
    }
}

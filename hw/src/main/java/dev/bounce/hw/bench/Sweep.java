package dev.bounce.hw.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Measures a grid of descriptor sizes and totals, each point with agents of its own.
final class Sweep {
    private static final long BYTES_A_POINT = 8L << 30;
    private static final int FEWEST_ROUNDS = 3;

    private Sweep() {}

    /// @param base of every point; rounds are fewer where a request is large
    /// @param sizes of descriptors
    /// @param totals of requests; a total that is no multiple of the descriptor is left out
    /// @param done told of each point
    static List<SweepPoint> run(
            final BenchPlan base,
            final List<Long> sizes,
            final List<Long> totals,
            final Consumer<SweepPoint> done)
            throws BenchException {
        final List<SweepPoint> points = new ArrayList<>();
        for (final long size : sizes) {
            for (final long total : totals) {
                if (total / size < 2) {
                    continue;
                }
                final BenchPlan plan = base.point(SweepWorkloads.of(size, total), rounds(total));
                final boolean sampled = total / size > base.directSample();
                final SweepPoint point =
                        new SweepPoint(size, total, sampled, Bench.run(plan, _ -> {}));
                points.add(point);
                done.accept(point);
            }
        }
        return points;
    }

    private static int rounds(final long totalBytes) {
        return (int) Math.max(FEWEST_ROUNDS, BYTES_A_POINT / totalBytes);
    }
}

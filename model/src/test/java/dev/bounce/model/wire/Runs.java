package dev.bounce.model.wire;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Scatter runs for tests and benchmarks.
final class Runs {
    private Runs() {}

    /// Runs that differ from each other in every column.
    static ScatterRuns distinct(final int runs) {
        return new ScatterRuns(
                LongStream.range(0, runs).map(run -> 32 + run * 4_096).toArray(),
                LongStream.range(0, runs).map(run -> 0x7F00_0000_0000L + run * 8_192).toArray(),
                LongStream.range(0, runs).map(run -> run << 12).toArray(),
                LongStream.range(0, runs).map(run -> run << 7).toArray(),
                LongStream.range(0, runs).map(run -> run + 64).toArray(),
                IntStream.rangeClosed(1, runs).toArray());
    }
}

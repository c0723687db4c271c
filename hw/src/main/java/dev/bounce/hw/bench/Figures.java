package dev.bounce.hw.bench;

import org.HdrHistogram.Histogram;

/// What was measured of one mode, per request.
///
/// @param gigabytesPerSecond payload of a round over the median time of a round, in 10^9 bytes
record Figures(
        double p50Micros,
        double p90Micros,
        double p99Micros,
        double meanMicros,
        double maxMicros,
        double gigabytesPerSecond) {
    private static final double NANOS_PER_MICRO = 1_000;

    /// @param nanos time of each request
    /// @param rounds time of each round
    /// @param roundBytes payload of a round
    static Figures of(final Histogram nanos, final Histogram rounds, final long roundBytes) {
        return new Figures(
                nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(90) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
                nanos.getMean() / NANOS_PER_MICRO,
                nanos.getMaxValue() / NANOS_PER_MICRO,
                (double) roundBytes / rounds.getValueAtPercentile(50));
    }
}

package dev.bounce.hw.bench;

import org.HdrHistogram.Histogram;

/// What was measured of one mode, per request.
///
/// @param gigabytesPerSecond payload of a request over its median time, in 10^9 bytes
record Figures(
        double p50Micros,
        double p90Micros,
        double p99Micros,
        double meanMicros,
        double maxMicros,
        double gigabytesPerSecond) {
    private static final double NANOS_PER_MICRO = 1_000;

    /// @param nanos time of each request
    /// @param bytes payload of a request
    static Figures of(final Histogram nanos, final long bytes) {
        final long median = nanos.getValueAtPercentile(50);
        return new Figures(
                median / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(90) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
                nanos.getMean() / NANOS_PER_MICRO,
                nanos.getMaxValue() / NANOS_PER_MICRO,
                (double) bytes / median);
    }
}

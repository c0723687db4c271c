package dev.bounce.hw.bench;

import java.util.Map;

/// What a benchmark found. What was verified was right, or there would be no result.
///
/// @param descriptors pairs of one request
/// @param bytes payload of one request
/// @param figures of each mode that was measured
/// @param senders what their reactors did for bounce
/// @param receivers what their reactors did, for all modes
record BenchResult(
        BenchPlan plan,
        int descriptors,
        long bytes,
        Map<Mode, Figures> figures,
        ReactorWork senders,
        ReactorWork receivers) {

    /// Whether bounce and that mode were both measured.
    boolean compares(final Mode other) {
        return figures.containsKey(Mode.BOUNCE) && figures.containsKey(other);
    }

    /// How many times the median of bounce fits into that of `other`: above 1, bounce is faster.
    double ratioTo(final Mode other) {
        return figures.get(other).p50Micros() / figures.get(Mode.BOUNCE).p50Micros();
    }
}

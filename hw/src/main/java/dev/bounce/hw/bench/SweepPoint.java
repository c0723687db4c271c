package dev.bounce.hw.bench;

/// One point of a sweep.
///
/// @param descriptorBytes of each descriptor
/// @param totalBytes of a request
/// @param directSampled whether direct moved only a part of the descriptors
/// @param result what was measured
record SweepPoint(
        long descriptorBytes, long totalBytes, boolean directSampled, BenchResult result) {

    /// 10^9 bytes a second at the median; 0 if the mode was not measured.
    double gbps(final Mode mode) {
        final Figures figures = result.figures().get(mode);
        return figures == null ? 0 : figures.gigabytesPerSecond();
    }
}

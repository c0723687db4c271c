package dev.bounce.model.plan;

/// What a plan must keep to: the smaller of both agents' bounds in each component. A host also
/// keeps `maxRuns` so low that a DATA with that many runs fits a frame.
///
/// @param maxRegionBytes largest region of a chunk, seal included, `[49, 2^62]`
/// @param rampBytes region bytes of the first and the last chunk, `[49, 2^62]`; from
///     `maxRegionBytes` on there is no ramp
/// @param maxChunks most chunks of a request, at least 1
/// @param maxRuns most runs of a chunk, at least 1
public record PlanLimits(long maxRegionBytes, long rampBytes, int maxChunks, int maxRuns) {
    private static final long SMALLEST = SealKey.OVERHEAD_BYTES + 1;
    private static final long LARGEST = 1L << 62;
    private static final int FEWEST_PIECES = 1_024;
    private static final int BYTES_PER_PIECE = 256;

    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public PlanLimits {
        requireRange("maxRegionBytes", maxRegionBytes, SMALLEST, LARGEST);
        requireRange("rampBytes", rampBytes, SMALLEST, LARGEST);
        requireRange("maxChunks", maxChunks, 1, Integer.MAX_VALUE);
        requireRange("maxRuns", maxRuns, 1, Integer.MAX_VALUE);
    }

    /// Most payload of a chunk with its padding.
    public long maxPayloadBytes() {
        return maxRegionBytes - SealKey.OVERHEAD_BYTES;
    }

    /// Most pieces of a chunk. At worst each piece is a run of its own, so it is at most `maxRuns`.
    public int maxPieces() {
        final long bySize = Math.max(FEWEST_PIECES, maxPayloadBytes() / BYTES_PER_PIECE);
        return (int) Math.min(bySize, maxRuns);
    }

    /// Whether chunk sizes are ramped.
    boolean isRamped() {
        return rampBytes < maxRegionBytes;
    }

    private static void requireRange(
            final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " is outside [" + least + ", " + most + "]");
        }
    }
}

package dev.bounce.model.config;

/// Bounds on what a peer may ask for.
///
/// @param maxChunks chunks of one request, `[1, 2^24]`
/// @param maxRuns runs of one DATA, `[1, 2^28]`
/// @param maxFrameBytes bytes of one frame, `[512, 2^30]`: an OPEN with the longest name must fit
public record LimitConfig(int maxChunks, int maxRuns, int maxFrameBytes) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public LimitConfig {
        ConfigKey.LIMIT_MAX_CHUNKS.require(maxChunks);
        ConfigKey.LIMIT_MAX_RUNS.require(maxRuns);
        ConfigKey.LIMIT_MAX_FRAME.require(maxFrameBytes);
    }
}

package dev.bounce.model.config;

/// Bounds on what a peer may ask for.
///
/// @param maxChunks chunks of one request
/// @param maxRuns runs of one DATA
/// @param maxFrameBytes bytes of one frame
public record LimitConfig(int maxChunks, int maxRuns, int maxFrameBytes) {}

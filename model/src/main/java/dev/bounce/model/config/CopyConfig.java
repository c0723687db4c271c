package dev.bounce.model.config;

/// Gathers and scatters. The two pools are separate so that neither starves the other.
///
/// @param gatherSlots gathers that run at a time
/// @param scatterSlots scatters that run at a time
/// @param copyThreads threads that copy host memory
public record CopyConfig(int gatherSlots, int scatterSlots, int copyThreads) {}

package dev.bounce.model.config;

/// When a transfer is worth coalescing.
///
/// @param minDescriptors fewest descriptors, zero-length ones not counted
/// @param maxAverageBytes largest average descriptor
public record GateConfig(int minDescriptors, long maxAverageBytes) {}

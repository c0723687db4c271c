package dev.bounce.model.workload;

/// Where a host has put the pool of a rank.
///
/// @param base address of its first byte
/// @param device ordinal of its device at its owner, 0 for host memory
public record Placement(long base, int device) {}

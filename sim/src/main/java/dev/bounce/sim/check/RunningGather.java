package dev.bounce.sim.check;

/// A gather that has been asked for and has not ended.
///
/// @param copyId names it at its agent
/// @param transferId whose source it reads
/// @param region arena offset
/// @param bytes of the region
public record RunningGather(long copyId, long transferId, long region, long bytes) {}

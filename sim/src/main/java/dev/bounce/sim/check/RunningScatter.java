package dev.bounce.sim.check;

/// A scatter that has been asked for and has not ended.
///
/// @param copyId names it at its agent
/// @param region arena offset
/// @param bytes of the region
/// @param grant newest credit for that region, `null` if it was never granted
public record RunningScatter(long copyId, long region, long bytes, Grant grant) {}

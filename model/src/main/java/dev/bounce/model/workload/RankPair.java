package dev.bounce.model.workload;

/// One transfer of a workload: what one prefill rank sends to one decode rank.
///
/// @param sender rank of the prefill side
/// @param receiver rank of the decode side
public record RankPair(int sender, int receiver) {}

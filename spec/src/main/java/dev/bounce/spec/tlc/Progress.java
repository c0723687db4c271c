package dev.bounce.spec.tlc;

/// How far a run is.
///
/// @param generated states computed, repetitions included
/// @param distinct different states among them
/// @param queued distinct states whose successors are not computed yet
public record Progress(long generated, long distinct, long queued) {}

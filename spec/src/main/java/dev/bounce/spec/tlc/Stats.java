package dev.bounce.spec.tlc;

/// What a run cost.
///
/// @param distinct different states found
/// @param generated states computed, repetitions included
/// @param queued distinct states left over; 0 after a complete search
/// @param depth longest of the shortest paths to a state, counted in states
/// @param seconds wall-clock time, start of the JVM included
public record Stats(long distinct, long generated, long queued, int depth, double seconds) {}

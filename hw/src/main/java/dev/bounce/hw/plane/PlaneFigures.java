package dev.bounce.hw.plane;

/// What a plane has counted since it started.
///
/// @param placed messages of peers whose bytes were placed; 0 where peers write by themselves
/// @param refused messages whose bytes were not placed, because no grant or range held them
/// @param broken links and connections that an error ended
/// @param provenFences fences after which nothing can land
/// @param assumedFences fences that rest on a time
public record PlaneFigures(
        long placed, long refused, long broken, long provenFences, long assumedFences) {}

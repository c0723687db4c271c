package dev.bounce.sim.world;

/// One seed of the serving profile.
///
/// @param result of the run
/// @param figures of its workers
public record ServingResult(SeedResult result, ServingFigures figures) {}

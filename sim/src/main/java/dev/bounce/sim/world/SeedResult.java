package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;

/// What came of one seed.
///
/// @param seed the seed
/// @param violation what it violated, `null` if nothing
/// @param steps engine steps
/// @param events things that happened: steps, pieces that landed, halves of copies
/// @param virtualNanos how long it lasted in its own time
/// @param hash of all that happened
/// @param transfers that were resolved
/// @param succeeded transfers among them
/// @param faults which it had, and how often each was applied
/// @param marks which it met
public record SeedResult(
        long seed,
        PropertyViolation violation,
        long steps,
        long events,
        long virtualNanos,
        long hash,
        long transfers,
        long succeeded,
        FaultPlan faults,
        Marks marks) {}

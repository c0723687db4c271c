package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;
import java.util.List;
import java.util.SortedMap;

/// What came of one run.
///
/// @param script what was run
/// @param violation what it violated, `null` if nothing
/// @param steps engine steps
/// @param events things that happened: steps, pieces that landed, halves of copies
/// @param virtualNanos how long it lasted in its own time
/// @param hash of all that happened
/// @param transfers that were resolved
/// @param succeeded transfers among them
/// @param knobs the numbers of its world that were drawn or prescribed, by name
/// @param decisions the faults that struck and the transfers that were submitted, in this order
/// @param faults which it had, and how often each was applied
/// @param marks which it met
public record SeedResult(
        Script script,
        PropertyViolation violation,
        long steps,
        long events,
        long virtualNanos,
        long hash,
        long transfers,
        long succeeded,
        SortedMap<String, Long> knobs,
        List<Decision> decisions,
        FaultPlan faults,
        Marks marks) {

    /// The seed of all its draws.
    public long seed() {
        return script.seed();
    }
}

package dev.bounce.sim.minimize;

import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;

/// A run that is as small as it could be made.
///
/// @param script every decision of it is needed
/// @param before what came of the script that was begun with
/// @param after what came of the small one, the same in two runs
/// @param runs how many runs it took
public record Minimized(Script script, SeedResult before, SeedResult after, int runs) {}

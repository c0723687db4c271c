package dev.bounce.sim.replay;

import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.StepListener;

/// Runs a script. The same script must give the same result every time.
@FunctionalInterface
public interface WorldRunner {
    /// Runs `script` and tells `listener` of every step.
    SeedResult run(Script script, StepListener listener);
}

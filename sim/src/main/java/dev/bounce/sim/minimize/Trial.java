package dev.bounce.sim.minimize;

import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.StepListener;
import java.util.HashMap;
import java.util.Map;

/// Runs scripts and asks whether they violate one property.
final class Trial {

    private final WorldRunner runner;
    private final String property;
    private final Minimizer.Progress progress;
    private final Map<Script, SeedResult> violating = new HashMap<>();
    private final Map<Script, Boolean> others = new HashMap<>();
    private int runs;

    Trial(final WorldRunner runner, final String property, final Minimizer.Progress progress) {
        this.runner = runner;
        this.property = property;
        this.progress = progress;
    }

    /// What came of a script if it violates the property, else `null`. A script is run once only.
    SeedResult violates(final Script script) {
        final SeedResult known = violating.get(script);
        if (known != null || others.containsKey(script)) {
            return known;
        }
        final SeedResult result = violatesAnew(script);
        if (result == null) {
            others.put(script, true);
        } else {
            violating.put(script, result);
        }
        return result;
    }

    /// The same, run in any case. A script whose knobs do not fit together violates nothing.
    SeedResult violatesAnew(final Script script) {
        runs++;
        SeedResult result = null;
        try {
            result = runner.run(script, StepListener.NOBODY);
        } catch (final IllegalArgumentException invalid) {
            // The knobs of the script do not fit together.
        }
        final boolean isSame =
                result != null
                        && result.violation() != null
                        && result.violation().property().equals(property);
        progress.ran(runs, script.decisions().size(), isSame);
        return isSame ? result : null;
    }

    /// Runs so far.
    int runs() {
        return runs;
    }
}

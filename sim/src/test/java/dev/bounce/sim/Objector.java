package dev.bounce.sim;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;

/// A planted bug: objects to a request that is cancelled after some write was DIRTY, which is
/// right.
final class Objector implements StepListener {
    static final String PROPERTY = "NoCancelAfterDirtyWrite";

    private final StepListener next;
    private boolean sawDirtyWrite;

    private Objector(final StepListener next) {
        this.next = next;
    }

    /// Runs scripts under the eyes of an objector.
    static WorldRunner runner() {
        return (script, listener) -> Simulation.run(script, new Objector(listener));
    }

    @Override
    public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
        next.begun(nowNanos, config, engine);
    }

    @Override
    public void stepped(
            final long nowNanos,
            final String agent,
            final Event event,
            final Effects effects,
            final AgentView view) {
        next.stepped(nowNanos, agent, event, effects, view);
        if (event instanceof Event.WriteEnded ended && ended.outcome() == WriteOutcome.DIRTY) {
            sawDirtyWrite = true;
        }
        for (int index = 0; index < effects.size(); index++) {
            if (sawDirtyWrite
                    && effects.get(index) instanceof Effect.Resolve resolve
                    && resolve.outcome() == Outcome.CANCELLED) {
                throw new PropertyViolation(PROPERTY, "t" + resolve.transferId());
            }
        }
    }
}

package dev.bounce.sim;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.StepListener;

/// What is planted, and somebody who sees what it has changed.
final class Both {
    private Both() {}

    static StepListener of(final StepListener planted, final StepListener seer) {
        return new StepListener() {
            @Override
            public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
                seer.begun(nowNanos, config, engine);
            }

            @Override
            public void decided(final long nowNanos, final Decision decision) {
                seer.decided(nowNanos, decision);
            }

            @Override
            public void stepped(
                    final long nowNanos,
                    final String agent,
                    final Event event,
                    final Effects effects,
                    final AgentView view) {
                planted.stepped(nowNanos, agent, event, effects, view);
                seer.stepped(nowNanos, agent, event, effects, view);
            }
        };
    }
}

package dev.bounce.sim.replay;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.StepListener;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes states and steps of a run as it happens.
final class TraceWriter implements StepListener {
    private final TraceOutput out;
    private final Map<String, Life> lives = new TreeMap<>();
    private final List<Taken> actions = new ArrayList<>();

    private static final class Life {
        private final Engine engine;
        private long steps;

        private Life(final Engine engine) {
            this.engine = engine;
        }
    }

    TraceWriter(final TraceOutput out) {
        this.out = out;
    }

    @Override
    public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
        lives.put(config.name(), new Life(engine));
        engine.trace(
                (action, linkId, epoch, rid, chunk, value) ->
                        actions.add(new Taken(action, linkId, epoch, rid, chunk, value)));
        out.state(nowNanos, config.name(), config, engine.snapshot());
    }

    @Override
    public void decided(final long nowNanos, final Decision decision) {
        out.taking(nowNanos, decision.key(), decision.value());
    }

    @Override
    public void stepped(
            final long nowNanos,
            final String agent,
            final Event event,
            final Effects effects,
            final AgentView view) {
        out.step(nowNanos, agent, actions, event, effects.toList());
        actions.clear();
        final Life life = lives.get(agent);
        life.steps++;
        if (life.steps % TraceLine.STATE_INTERVAL == 0) {
            out.state(nowNanos, agent, null, life.engine.snapshot());
        }
    }
}

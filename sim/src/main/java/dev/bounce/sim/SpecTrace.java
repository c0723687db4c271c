package dev.bounce.sim;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;
import dev.bounce.spec.conform.ConformanceLog;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes down a run for the specification. The world must be model-sized
/// ([dev.bounce.sim.world.Profile]).
final class SpecTrace implements StepListener {
    private final Map<String, Engine> engines = new HashMap<>();
    private final int most;
    private ConformanceLog log;

    private SpecTrace(final int most) {
        this.most = most;
    }

    /// Runs a script and gives what the specification is asked about.
    static List<TlaValue> of(final Script script) {
        return beginningOf(script, Integer.MAX_VALUE);
    }

    /// The first entries of a run. What begins a behaviour of the specification is one.
    ///
    /// @param most at most so many
    static List<TlaValue> beginningOf(final Script script, final int most) {
        final SpecTrace trace = new SpecTrace(most);
        Simulation.run(script, trace);
        final List<TlaValue> entries = trace.log.entries();
        return entries.subList(0, Math.min(most, entries.size()));
    }

    private boolean isFull() {
        return log.size() >= most;
    }

    @Override
    public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
        if (log == null) {
            log = new ConformanceLog("agent-0", "agent-1", config.arena().maxChunkBytes());
        }
        engines.put(config.name(), engine);
        log.born(config.name(), config.instance());
        engine.trace(log.tracer(config.name()));
    }

    @Override
    public void stepping(final String agent, final Event event) {
        if (!isFull() && event instanceof Event.Received received) {
            log.received(received.frame());
        }
    }

    @Override
    public void stepped(
            final long nowNanos,
            final String agent,
            final Event event,
            final Effects effects,
            final AgentView view) {
        if (isFull()) {
            return;
        }
        final List<Effect> all = new ArrayList<>();
        for (int index = 0; index < effects.size(); index++) {
            all.add(effects.get(index));
        }
        log.stepped(agent, engines.get(agent).snapshot(), all);
    }

    @Override
    public void died(final String agent) {
        log.died(agent);
    }
}

package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.trace.TraceLine.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Engines that live on from step to step, as in a host: what a [Snapshot] would leave out matters
/// here. Each life starts from its newborn state and then is only stepped.
final class LiveStepper implements Stepper {
    private final Map<Long, Running> lives = new TreeMap<>();

    /// An engine and its state after its latest step.
    private static final class Running {
        private final Engine engine;
        private Snapshot latest;

        Running(final Engine engine, final Snapshot latest) {
            this.engine = engine;
            this.latest = latest;
        }
    }

    /// Steps the engine of that life.
    ///
    /// @throws IllegalStateException if `before` is not its latest state
    @Override
    public Stepped step(
            final EngineConfig config,
            final Snapshot before,
            final long nowNanos,
            final Event event) {
        final Running running =
                lives.computeIfAbsent(
                        config.instance(),
                        _ -> new Running(Engine.restore(config, before), before));
        if (running.latest != before) {
            throw new IllegalStateException(config.name() + " lives on from another state");
        }
        final List<Taken> actions = new ArrayList<>();
        running.engine.trace(
                (action, linkId, epoch, rid, chunk, value) ->
                        actions.add(new Taken(action, linkId, epoch, rid, chunk, value)));
        final Effects effects = new Effects();
        running.engine.step(nowNanos, event, effects);
        running.latest = running.engine.snapshot();
        final List<Effect> performed = effects.toList();
        return new Stepped(running.latest, actions, performed);
    }
}

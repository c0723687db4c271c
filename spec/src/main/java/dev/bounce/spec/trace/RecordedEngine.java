package dev.bounce.spec.trace;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.InvariantViolation;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.Recording;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceLine.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An engine that goes on from a recorded state and leaves a trace of what it does. A recording
/// holds events only: actions and effects in its trace are those of this engine.
public final class RecordedEngine {
    private final String agent;
    private final Engine engine;
    private final TraceOutput out;
    private final Effects effects = new Effects();
    private final List<Taken> actions = new ArrayList<>();
    private String violation;

    /// Notes the first state.
    ///
    /// @param nanos of the agent, that of the snapshot
    public RecordedEngine(
            final EngineConfig config,
            final Snapshot start,
            final long nanos,
            final TraceOutput out) {
        this.agent = config.name();
        this.out = out;
        engine = Engine.restore(config, start);
        engine.trace(
                (action, linkId, epoch, rid, chunk, value) ->
                        actions.add(new Taken(action, linkId, epoch, rid, chunk, value)));
        out.state(nanos, agent, config, start);
    }

    /// Writes the trace of a recording.
    ///
    /// @param last state of the recorded engine after its last event, `null` if it is not known
    public static void write(
            final Recording recording, final Snapshot last, final TraceOutput out) {
        final String agent = recording.config().name();
        out.head(
                new Head(
                        Kind.RECORDING,
                        build(),
                        0,
                        "",
                        new TreeMap<>(),
                        List.of(agent),
                        Map.of(agent, recording.config()),
                        true));
        long nanos = recording.start().agent().nowNanos();
        final RecordedEngine engine =
                new RecordedEngine(recording.config(), recording.start(), nanos, out);
        for (final Recording.Step step : recording.steps()) {
            if (engine.isBroken()) {
                break;
            }
            nanos = step.nowNanos();
            engine.step(nanos, step.event());
            if (out.steps() % TraceLine.STATE_INTERVAL == 0) {
                engine.state(nanos);
            }
        }
        if (last == null || engine.isBroken()) {
            engine.state(nanos);
        } else {
            out.state(nanos, agent, null, last);
        }
        engine.end();
    }

    /// Fingerprint of the code that the trace of a recording depends on.
    public static String build() {
        return BuildFingerprint.of(TransferPlan.class, Engine.class);
    }

    /// Applies an event and notes the step.
    public void step(final long nanos, final Event event) {
        effects.clear();
        actions.clear();
        try {
            engine.step(nanos, event, effects);
        } catch (final InvariantViolation broken) {
            violation = broken.getMessage();
        }
        out.step(nanos, agent, actions, event, effects.toList());
    }

    /// Notes the state. An engine that is broken has none.
    public void state(final long nanos) {
        if (!isBroken()) {
            out.state(nanos, agent, null, engine.snapshot());
        }
    }

    /// Notes the end.
    public void end() {
        out.end(new End(out.steps(), out.hash(), isBroken() ? "EngineInvariant" : null, violation));
    }

    /// Whether the engine has found itself broken. It takes no further step.
    public boolean isBroken() {
        return violation != null;
    }
}

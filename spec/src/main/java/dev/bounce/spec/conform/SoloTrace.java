package dev.bounce.spec.conform;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.Event;
import dev.bounce.engine.InvariantViolation;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.Recording;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.spec.tla.TlaValue;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the specification is asked about a recording of one agent: its own half, with a peer that
/// may do anything.
public final class SoloTrace {
    private SoloTrace() {}

    /// Repeats a recording and writes down what its engine did, up to the step in which it finds
    /// itself broken.
    ///
    /// @throws IllegalArgumentException in one line if the specification cannot hold the recording:
    ///     it does not begin with the life of the agent, it has several peers, its regions are not
    ///     all of one size, or its transfers are not as large or as many as those of the models
    public static List<TlaValue> of(final Recording recording) {
        requireBeginning(recording.start());
        SoloFit.require(recording.config().arena());
        final String agent = recording.config().name();
        final ConformanceLog log =
                ConformanceLog.ofOne(
                        agent, peer(recording), recording.config().arena().maxChunkBytes());
        log.born(agent, recording.config().instance());
        final Engine engine = Engine.restore(recording.config(), recording.start());
        engine.trace(log.tracer(agent));
        final Effects effects = new Effects();
        for (final Recording.Step step : recording.steps()) {
            effects.clear();
            SoloFit.require(step.event());
            if (step.event() instanceof Event.Received received) {
                log.received(received.frame());
            }
            try {
                engine.step(step.nowNanos(), step.event(), effects);
            } catch (final InvariantViolation broken) {
                break;
            }
            final Snapshot after = engine.snapshot();
            SoloFit.require(after);
            log.stepped(agent, after, effects.toList());
        }
        return log.entries();
    }

    private static void requireBeginning(final Snapshot start) {
        if (!start.outgoing().isEmpty() || !start.incoming().isEmpty()) {
            throw new IllegalArgumentException(
                    "the recording begins in the middle: only one that begins with the life of its"
                            + " agent can be asked about");
        }
    }

    private static String peer(final Recording recording) {
        final SortedSet<String> peers = new TreeSet<>();
        for (final Recording.Step step : recording.steps()) {
            switch (step.event()) {
                case Event.Load load -> peers.add(load.peer());
                case Event.Submit submit -> peers.add(submit.peer());
                case Event.Received received -> {
                    for (final Message message : received.frame().messages()) {
                        if (message.body() instanceof Body.Open open) {
                            peers.add(open.name());
                        }
                    }
                }
                default -> {}
            }
        }
        if (peers.size() != 1) {
            throw new IllegalArgumentException(
                    "the specification holds an agent with one peer, not with " + peers);
        }
        return peers.first();
    }
}

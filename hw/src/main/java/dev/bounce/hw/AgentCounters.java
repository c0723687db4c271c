package dev.bounce.hw;

import dev.bounce.engine.IgnoreReason;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.control.ControlCounters;
import dev.bounce.hw.plane.PlaneFigures;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.wire.Decoded;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/// The counters behind [AgentMetrics], plain fields written by the reactor only.
final class AgentCounters {
    final ReasonCounts<Ineligibility> direct = new ReasonCounts<>(Ineligibility.class);
    final ReasonCounts<Refusal> refused = new ReasonCounts<>(Refusal.class);
    final ReasonCounts<Outcome> resolved = new ReasonCounts<>(Outcome.class);
    final ReasonCounts<Decoded.Reason> malformedFrames = new ReasonCounts<>(Decoded.Reason.class);
    final ReasonCounts<IgnoreReason> ignored = new ReasonCounts<>(IgnoreReason.class);
    long coalesced;
    long coalescedBytes;
    long directBytes;
    long delivered;
    long gathers;
    long writes;
    long scatters;
    long skippedMessages;
    long turns;
    long waits;
    long workNanos;

    /// @param open transfers that are not resolved
    /// @param unqueued transfers that did not reach the reactor, by reason
    AgentMetrics snapshot(
            final long open,
            final ToLongFunction<Refusal> unqueued,
            final ControlCounters control,
            final PlaneFigures plane) {
        final Map<Refusal, Long> allRefused = new EnumMap<>(Refusal.class);
        allRefused.putAll(refused.toMap());
        for (final Refusal reason : Refusal.values()) {
            final long count = unqueued.applyAsLong(reason);
            if (count > 0) {
                allRefused.merge(reason, count, Long::sum);
            }
        }
        return new AgentMetrics(
                open,
                coalesced,
                direct.toMap(),
                allRefused,
                resolved.toMap(),
                coalescedBytes,
                directBytes,
                delivered,
                gathers,
                writes,
                scatters,
                malformedFrames.toMap(),
                skippedMessages,
                ignored.toMap(),
                turns,
                waits,
                workNanos,
                control,
                plane);
    }
}

package dev.bounce.hw;

import dev.bounce.engine.IgnoreReason;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.control.ControlCounters;
import dev.bounce.hw.plane.PlaneFigures;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.wire.Decoded;
import java.util.Map;

/// What an agent has counted since it started. Reasons that never came up are absent. Values may
/// lag behind by a turn of the reactor, but whatever led to the completion of a future is counted
/// when it completes.
///
/// @param open transfers that are not resolved
/// @param coalesced transfers that the gate admitted
/// @param direct transfers that went direct, by reason
/// @param refused transfers that were refused, by reason
/// @param resolved transfers that are over, by outcome
/// @param coalescedBytes payload of the coalesced transfers that succeeded
/// @param directBytes payload of the direct transfers that succeeded
/// @param delivered transfers of peers that landed here whole
/// @param gathers gathers started
/// @param writes writes started
/// @param scatters scatters started
/// @param malformedFrames frames from peers that were none, by reason
/// @param skippedMessages messages from peers that this version cannot interpret
/// @param ignored inputs without effect, by reason
/// @param turns turns of the reactor
/// @param waits times the reactor blocked
/// @param workNanos time of the turns that found something to do, nanoseconds of the clock; a
///     reactor that is not interrupted spends as much of its CPU
/// @param control what the control channel counted
/// @param plane what the data plane counted
public record AgentMetrics(
        long open,
        long coalesced,
        Map<Ineligibility, Long> direct,
        Map<Refusal, Long> refused,
        Map<Outcome, Long> resolved,
        long coalescedBytes,
        long directBytes,
        long delivered,
        long gathers,
        long writes,
        long scatters,
        Map<Decoded.Reason, Long> malformedFrames,
        long skippedMessages,
        Map<IgnoreReason, Long> ignored,
        long turns,
        long waits,
        long workNanos,
        ControlCounters control,
        PlaneFigures plane) {}

package dev.bounce.sim.check;

import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import java.util.ArrayList;
import java.util.List;

/// A request that makes no progress for `requestTimeout` does not stay open (rule 6). Progress is a
/// credit, an answer for a chunk, the end of a gather or of a write; for this judgement what any
/// request of the agent achieves is progress of all. Deadlines are kept by ticks, so only a tick is
/// judged.
public final class TimeoutKept implements Checker {
    private final List<List<Open>> open = new ArrayList<>();
    private long nowNanos;
    private boolean isTick;
    private boolean isProgress;

    /// A request that is open since some step.
    private record Open(PlaneKey plane, long rid, long sinceNanos) {}

    @Override
    public String property() {
        return "TimeoutKept";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {
        nowNanos = agentNanos;
        isTick = event instanceof Event.Tick;
        isProgress =
                event instanceof Event.GatherEnded
                        || event instanceof Event.WriteEnded
                        || event instanceof Event.Received received && hasProgress(received);
    }

    private static boolean hasProgress(final Event.Received received) {
        for (final Message message : received.frame().messages()) {
            if (message.body() instanceof Body.Grant grant && !grant.credits().isEmpty()
                    || message.body() instanceof Body.ChunkAcks) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        while (open.size() <= agent) {
            open.add(List.of());
        }
        final List<Open> before = open.get(agent);
        List<Open> now = List.of();
        for (int index = 0; index < view.requestCount(); index++) {
            if (view.isRequestOpen(index)) {
                if (now.isEmpty()) {
                    now = new ArrayList<>();
                }
                now.add(follow(life, before, view.requestPlane(index), view.requestRid(index)));
            }
        }
        open.set(agent, now);
    }

    private Open follow(
            final Life life, final List<Open> before, final PlaneKey plane, final long rid) {
        for (int index = 0; index < before.size() && !isProgress; index++) {
            final Open known = before.get(index);
            if (known.rid == rid && known.plane.equals(plane)) {
                judge(life, known);
                return known;
            }
        }
        return new Open(plane, rid, nowNanos);
    }

    private void judge(final Life life, final Open known) {
        final long nanos = nowNanos - known.sinceNanos;
        if (isTick && nanos > life.requestTimeoutNanos()) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": request "
                            + known.rid
                            + " of epoch "
                            + known.plane.epoch()
                            + " is open without progress for "
                            + nanos
                            + " ns, at most "
                            + life.requestTimeoutNanos()
                            + " are allowed");
        }
    }
}

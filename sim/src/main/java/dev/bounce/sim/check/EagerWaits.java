package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import java.util.ArrayList;
import java.util.List;

/// No chunk is staged without a credit while a remote head waits for room or a drain runs (design
/// 2.5). A head counts that waited before the step, has no room after it, and was not granted in
/// between.
public final class EagerWaits implements Checker {
    private final List<List<Head>> heads = new ArrayList<>();
    private final List<Boolean> drains = new ArrayList<>();
    private boolean hasStagedEagerly;

    /// A flow that waits for room for its next chunk.
    private record Head(PlaneKey plane, long rid, int held, long bytes) {}

    @Override
    public String property() {
        return "EagerWaits";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Gather gather) {
            final AgentView view = ledger.life(agent).view();
            final int region = view.at(gather.region());
            hasStagedEagerly |= region >= 0 && view.state(region) == RegionState.STAGING_EAGER;
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        while (heads.size() <= agent) {
            heads.add(List.of());
            drains.add(false);
        }
        final List<Head> now = headsWithoutRoom(life);
        final boolean isDraining = life.view().isDraining();
        if (hasStagedEagerly) {
            judge(agent, now, drains.get(agent) && isDraining);
        }
        hasStagedEagerly = false;
        heads.set(agent, now);
        drains.set(agent, isDraining);
    }

    private void judge(final int agent, final List<Head> now, final boolean isDraining) {
        if (isDraining) {
            throw violation("agent " + agent + " stages without a credit during a drain");
        }
        for (int index = 0; index < now.size(); index++) {
            if (heads.get(agent).contains(now.get(index))) {
                throw violation(
                        "agent "
                                + agent
                                + " stages without a credit while there is no room for "
                                + now.get(index));
            }
        }
    }

    private static List<Head> headsWithoutRoom(final Life life) {
        final AgentView view = life.view();
        List<Head> found = List.of();
        for (int flow = 0; flow < view.flowCount(); flow++) {
            final long bytes = view.headBytes(flow);
            if (view.isWaiting(flow) && !view.hasRoom(life.arena(), bytes, false)) {
                if (found.isEmpty()) {
                    found = new ArrayList<>();
                }
                found.add(
                        new Head(view.flowPlane(flow), view.flowRid(flow), view.held(flow), bytes));
            }
        }
        return found;
    }
}

package dev.bounce.sim.check;

import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;

/// A flow holds at most its window of regions, and its window is within the configured bound.
public final class WindowRespected implements Checker {
    @Override
    public String property() {
        return "WindowRespected";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        for (int flow = 0; flow < view.flowCount(); flow++) {
            final int held = held(view, view.flowPlane(flow), view.flowRid(flow));
            if (held != view.held(flow)
                    || held > view.window(flow)
                    || view.window(flow) > life.maxWindow()) {
                throw violation(
                        "agent "
                                + agent
                                + ": flow "
                                + view.flowRid(flow)
                                + " of epoch "
                                + view.flowPlane(flow).epoch()
                                + " holds "
                                + held
                                + " regions and says "
                                + view.held(flow)
                                + ", window "
                                + view.window(flow)
                                + ", at most "
                                + life.maxWindow());
            }
        }
    }

    private static int held(final AgentView view, final PlaneKey plane, final long rid) {
        int count = 0;
        for (int index = 0; index < view.regionCount(); index++) {
            final RegionState state = view.state(index);
            if (view.rid(index) == rid
                    && (state == RegionState.GRANTED
                            || state == RegionState.QUEUED
                            || state == RegionState.SCATTERING)
                    && view.plane(index).equals(plane)) {
                count++;
            }
        }
        return count;
    }
}

package dev.bounce.sim.check;

import dev.bounce.engine.PlaneKey;

/// At most `maxFlows` requests of a link are registered in an epoch and not finished (rule 3).
public final class MaxFlowsRespected implements Checker {
    @Override
    public String property() {
        return "MaxFlowsRespected";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        PlaneKey epoch = null;
        int count = 0;
        for (int index = 0; index < view.requestCount(); index++) {
            final PlaneKey plane = view.requestPlane(index);
            count = plane == epoch ? count + 1 : 1;
            epoch = plane;
            if (plane != null && count > life.maxFlows()) {
                throw violation(
                        "agent "
                                + agent
                                + ": "
                                + count
                                + " requests are registered in epoch "
                                + plane.epoch()
                                + ", at most "
                                + life.maxFlows()
                                + " may be");
            }
        }
    }
}

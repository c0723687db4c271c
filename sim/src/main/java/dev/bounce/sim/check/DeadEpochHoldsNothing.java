package dev.bounce.sim.check;

/// An epoch that its receiver has ended has no open flow and no region GRANTED, QUEUED or
/// SCATTERING (rule 15).
public final class DeadEpochHoldsNothing implements Checker {
    @Override
    public String property() {
        return "DeadEpochHoldsNothing";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        for (int index = 0; index < view.regionCount(); index++) {
            final boolean holds =
                    switch (view.state(index)) {
                        case GRANTED, QUEUED, SCATTERING -> true;
                        case ORPHAN, QUARANTINED, STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN ->
                                false;
                    };
            if (holds && life.isDead(view.plane(index))) {
                throw violation(
                        "agent "
                                + agent
                                + ": the epoch is over and holds "
                                + view.describe(view.offset(index)));
            }
        }
        for (int flow = 0; flow < view.flowCount(); flow++) {
            if (life.isDead(view.flowPlane(flow))) {
                throw violation(
                        "agent "
                                + agent
                                + ": epoch "
                                + view.flowPlane(flow).epoch()
                                + " is over and has flow "
                                + view.flowRid(flow));
            }
        }
    }
}

package dev.bounce.sim.check;

/// No flow waits for a block that could not be had even if every region but those in quarantine
/// were free: it is rejected for want of capacity (design 2.5).
public final class HopelessIsRejected implements Checker {
    @Override
    public String property() {
        return "HopelessIsRejected";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        for (int flow = 0; flow < view.flowCount(); flow++) {
            if (view.isWaiting(flow) && !view.hasRoom(life.arena(), view.headBytes(flow), true)) {
                throw violation(
                        "agent "
                                + agent
                                + ": flow "
                                + view.flowRid(flow)
                                + " of epoch "
                                + view.flowPlane(flow).epoch()
                                + " waits for a block of "
                                + view.headBytes(flow)
                                + " bytes, which quarantine leaves no room for");
            }
        }
    }
}

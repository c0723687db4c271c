package dev.bounce.sim.check;

import dev.bounce.engine.RegionState;

/// A write that can still land targets a region that is still granted to its grantId, or
/// quarantined with it.
public final class NoForeignWrite implements Checker {
    @Override
    public String property() {
        return "NoForeignWrite";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        for (int index = 0; index < life.incoming().size(); index++) {
            check(life, life.incoming().get(index));
        }
    }

    @Override
    public void onPost(final Ledger ledger, final WriteRecord write) {
        check(ledger.life(write.receiver()), write);
    }

    private void check(final Life life, final WriteRecord write) {
        final AgentView view = life.view();
        final int region = view.at(write.targetRegion());
        final RegionState state = region < 0 ? null : view.state(region);
        if (state != RegionState.GRANTED && state != RegionState.QUARANTINED
                || view.grantId(region) != write.grantId()
                || view.blockBytes(region) < write.bytes()) {
            throw violation(
                    write
                            + " of "
                            + write.bytes()
                            + " bytes can still land, there is "
                            + view.describe(write.targetRegion()));
        }
    }
}

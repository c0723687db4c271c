package dev.bounce.sim.check;

import dev.bounce.engine.RegionState;

/// The staging region of a write that runs, or that failed and is not fenced at its sender, stays
/// with its chunk (rule 9).
public final class StagingHeld implements Checker {
    @Override
    public String property() {
        return "StagingHeld";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        for (int index = 0; index < life.outgoing().size(); index++) {
            final WriteRecord write = life.outgoing().get(index);
            final int region = view.at(write.sourceRegion());
            final RegionState state = region < 0 ? null : view.state(region);
            final boolean held =
                    state == RegionState.STAGING_CREDITED || state == RegionState.STAGING_ORPHAN;
            if (!held
                    || view.rid(region) != write.stagedRid()
                    || view.chunk(region) != write.stagedChunk()
                    || view.blockBytes(region) < write.bytes()) {
                throw violation(
                        write
                                + " reads the staging of rid "
                                + write.stagedRid()
                                + " chunk "
                                + write.stagedChunk()
                                + ", there is "
                                + view.describe(write.sourceRegion()));
            }
        }
    }
}

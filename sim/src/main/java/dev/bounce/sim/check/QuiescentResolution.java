package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;

/// When a request resolves no gather of it runs; if it resolves as quiescent nothing of it is
/// scattered or put then or ever after (rule 7). A failed device is asked for nothing any more, its
/// copies included: there handles resolve at once (rule 17).
public final class QuiescentResolution implements Checker {
    @Override
    public String property() {
        return "QuiescentResolution";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Resolve resolve) {
            checkResolve(ledger, agent, resolve);
        } else if (effect instanceof Effect.Scatter scatter) {
            final Grant grant = ledger.life(agent).newestGrant(scatter.region());
            if (grant != null && ledger.isQuiescent(grant.flow())) {
                throw violation(
                        "agent "
                                + agent
                                + ": scatter "
                                + scatter.copyId()
                                + " of "
                                + grant.flow()
                                + ", which was resolved as quiescent");
            }
        } else if (effect instanceof Effect.Gather gather) {
            final TransferRecord transfer = ledger.life(agent).transfer(gather.transferId());
            if (transfer == null || transfer.isOver()) {
                throw violation(
                        "agent "
                                + agent
                                + ": gather "
                                + gather.copyId()
                                + " reads the source of transfer "
                                + gather.transferId()
                                + ", which is over");
            }
        }
    }

    private void checkResolve(final Ledger ledger, final int agent, final Effect.Resolve resolve) {
        final Life life = ledger.life(agent);
        for (int index = 0; index < life.gathers().size(); index++) {
            if (life.gathers().get(index).transferId() == resolve.transferId()
                    && resolve.outcome() != Outcome.AGENT_FAILED) {
                throw violation(
                        "agent "
                                + agent
                                + ": "
                                + resolve
                                + " while gather "
                                + life.gathers().get(index).copyId()
                                + " reads its source");
            }
        }
        final TransferRecord transfer = life.transfer(resolve.transferId());
        if (!resolve.quiescent() || transfer == null) {
            return;
        }
        if (transfer.directMayLand()) {
            throw violation(
                    "agent " + agent + ": " + resolve + " while a put of it may still land");
        }
        if (resolve.rid() != 0 && ledger.isScattering(ledger.flowOf(transfer, resolve))) {
            throw violation("agent " + agent + ": " + resolve + " while a scatter of it runs");
        }
    }
}

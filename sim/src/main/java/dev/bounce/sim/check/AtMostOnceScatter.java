package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// Each chunk is scattered at most once (rule 13).
public final class AtMostOnceScatter implements Checker {
    @Override
    public String property() {
        return "AtMostOnceScatter";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Scatter scatter) {
            final Grant grant = ledger.life(agent).newestGrant(scatter.region());
            final FlowHistory history = grant == null ? null : ledger.history(grant.flow());
            if (history != null && history.scatters(grant.credit().chunk()) > 0) {
                throw violation(
                        "agent "
                                + agent
                                + ": scatter "
                                + scatter.copyId()
                                + " of chunk "
                                + grant.credit().chunk()
                                + " of "
                                + grant.flow()
                                + ", which was scattered before");
            }
        }
    }
}

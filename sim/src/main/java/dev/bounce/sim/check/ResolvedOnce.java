package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// An accepted submit is resolved exactly once, a refused one never.
public final class ResolvedOnce implements Checker {
    @Override
    public String property() {
        return "ResolvedOnce";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Resolve resolve) {
            final TransferRecord transfer = ledger.life(agent).transfer(resolve.transferId());
            if (transfer == null || transfer.isOver()) {
                throw violation(
                        "agent "
                                + agent
                                + ": "
                                + resolve
                                + " of a transfer that "
                                + (transfer == null
                                        ? "was never submitted"
                                        : transfer.isRefused()
                                                ? "was refused"
                                                : "was resolved before as " + transfer.resolved()));
            }
        }
    }
}

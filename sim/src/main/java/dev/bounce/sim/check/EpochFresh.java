package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// An epoch is opened once: one life of an agent never makes two data-plane objects with one name
/// (rule 1, assumption A6).
public final class EpochFresh implements Checker {
    @Override
    public String property() {
        return "EpochFresh";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.OpenPlane open && ledger.life(agent).hasOpened(open.plane())) {
            throw violation("agent " + agent + " opens " + open.plane() + " a second time");
        }
    }
}

package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Message;

/// A grantId rises strictly in one life of a receiver and names one credit for ever; no two regions
/// have the same.
public final class GrantIdFresh implements Checker {
    @Override
    public String property() {
        return "GrantIdFresh";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Grant grant) {
            final FlowKey flow = FlowKey.of(message.header());
            for (final Credit credit : grant.credits()) {
                check(ledger.life(agent), flow, credit);
            }
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final AgentView view = ledger.life(agent).view();
        for (int index = 0; index < view.regionCount(); index++) {
            for (int other = 0; other < index; other++) {
                if (view.grantId(index) != 0 && view.grantId(index) == view.grantId(other)) {
                    throw violation(
                            "agent "
                                    + agent
                                    + ": "
                                    + view.describe(view.offset(other))
                                    + " and "
                                    + view.describe(view.offset(index)));
                }
            }
        }
    }

    private void check(final Life life, final FlowKey flow, final Credit credit) {
        final Grant known = life.grant(credit.grantId());
        if (known == null
                ? credit.grantId() <= life.settledGrantId()
                : !known.flow().equals(flow) || !known.credit().equals(credit)) {
            throw violation(
                    "agent "
                            + life.agent()
                            + " grants "
                            + credit
                            + " to "
                            + flow
                            + (known == null
                                    ? ", the highest grantId so far is " + life.settledGrantId()
                                    : ", that grantId was " + known));
        }
    }
}

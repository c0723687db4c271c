package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Status;

/// A receiver says CANCELLED of a flow, or CLOSED of an epoch, only when no scatter of it runs, and
/// starts none afterwards (rules 14, 15).
public final class CancelledImpliesQuiet implements Checker {
    @Override
    public String property() {
        return "CancelledImpliesQuiet";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (saysQuiet(message.body()) && ledger.isScattering(FlowKey.of(message.header()))) {
            throw violation(
                    "agent "
                            + agent
                            + " says "
                            + message.body()
                            + " of "
                            + FlowKey.of(message.header())
                            + " while a scatter of it runs");
        }
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Scatter scatter) {
            final Grant grant = ledger.life(agent).newestGrant(scatter.region());
            if (grant != null && ledger.isSaidQuiet(grant.flow())) {
                throw violation(
                        "agent "
                                + agent
                                + ": scatter "
                                + scatter.copyId()
                                + " of "
                                + grant.flow()
                                + " after it was said to be quiet");
            }
        }
    }

    private static boolean saysQuiet(final Body body) {
        return body instanceof Body.Closed
                || body instanceof Body.RequestAck ack && ack.status() == Status.CANCELLED;
    }
}

package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;

/// A flow that was said to be cancelled, or whose epoch was said to be closed, is granted nothing
/// any more: what comes late never opens it again (rule 10).
public final class NoGrantAfterTombstone implements Checker {
    @Override
    public String property() {
        return "NoGrantAfterTombstone";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Grant grant
                && !grant.credits().isEmpty()
                && ledger.isSaidQuiet(FlowKey.of(message.header()))) {
            throw violation(
                    "agent "
                            + agent
                            + " grants "
                            + grant.credits()
                            + " to "
                            + FlowKey.of(message.header())
                            + ", which it has said to be over");
        }
    }
}

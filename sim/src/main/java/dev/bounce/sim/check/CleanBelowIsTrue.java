package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import java.util.HashSet;
import java.util.Set;

/// OPEN says `cleanBelow` only over epochs of which none was closed as dirty (rule 6): the receiver
/// lifts their quarantine.
public final class CleanBelowIsTrue implements Checker {
    private final Set<FlowKey> dirty = new HashSet<>();

    @Override
    public String property() {
        return "CleanBelowIsTrue";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Close close && !close.clean()) {
            dirty.add(FlowKey.of(message.header()));
        } else if (message.body() instanceof Body.Open open && open.cleanBelow() > 0) {
            judge(agent, message.header(), open.cleanBelow());
        }
    }

    private void judge(final int agent, final Header header, final long cleanBelow) {
        for (long epoch = 1; epoch < cleanBelow; epoch++) {
            final FlowKey key = new FlowKey(header.linkId(), header.senderInstance(), epoch, 0);
            if (dirty.contains(key)) {
                throw violation(
                        "agent "
                                + agent
                                + " says that every epoch below "
                                + cleanBelow
                                + " is clean, epoch "
                                + epoch
                                + " was closed as dirty");
            }
        }
    }
}

package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Message;
import java.util.HashMap;
import java.util.Map;

/// A flow is granted its chunks in order, each once.
public final class Fifo implements Checker {
    private final Map<FlowKey, Integer> next = new HashMap<>();

    @Override
    public String property() {
        return "Fifo";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Grant grant) {
            for (final Credit credit : grant.credits()) {
                if (ledger.life(agent).grant(credit.grantId()) == null) {
                    granted(FlowKey.of(message.header()), credit);
                }
            }
        }
    }

    private void granted(final FlowKey flow, final Credit credit) {
        final int due = next.merge(flow, 1, Integer::sum) - 1;
        if (credit.chunk() != due) {
            throw violation(flow + " is granted " + credit + ", chunk " + due + " is next");
        }
    }
}

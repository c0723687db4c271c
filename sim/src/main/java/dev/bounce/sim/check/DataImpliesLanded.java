package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;

/// DATA is sent only when the write that it tells of is over: no byte of it lands any more (rule
/// 4).
public final class DataImpliesLanded implements Checker {
    @Override
    public String property() {
        return "DataImpliesLanded";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (!(message.body() instanceof Body.Data data)) {
            return;
        }
        for (int receiver = 0; receiver < ledger.agents(); receiver++) {
            final Life life = ledger.life(receiver);
            if (life != null && life.instance() == message.header().receiverInstance()) {
                final WriteRecord write = life.writeOf(data.grantId());
                if (write != null && write.canLand()) {
                    throw violation("agent " + agent + " sends DATA of " + write);
                }
            }
        }
    }
}

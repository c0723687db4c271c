package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Status;

/// LANDED is said only of a chunk whose scatter ended well, SUCCESS and `delivered` only of a
/// request whose chunks all did (rules 5, 7, 13).
public final class SuccessMeansDelivered implements Checker {
    @Override
    public String property() {
        return "SuccessMeansDelivered";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Resolve resolve) {
            checkResolve(ledger, agent, resolve);
        }
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (!(message.body() instanceof Body.ChunkAcks acks)) {
            return;
        }
        final FlowKey flow = FlowKey.of(message.header());
        for (final ChunkAck ack : acks.acks()) {
            if (ack.status() != Status.LANDED) {
                continue;
            }
            final Grant grant = ledger.life(agent).grant(ack.grantId());
            final FlowHistory history = ledger.history(flow);
            if (grant == null
                    || !grant.flow().equals(flow)
                    || grant.credit().chunk() != ack.chunk()
                    || history == null
                    || !history.hasLanded(ack.chunk())) {
                throw violation(
                        "agent "
                                + agent
                                + " says LANDED of "
                                + flow
                                + " "
                                + ack
                                + ", which has not landed");
            }
        }
    }

    private void checkResolve(final Ledger ledger, final int agent, final Effect.Resolve resolve) {
        if (resolve.outcome() == Outcome.SUCCESS && !resolve.delivered()) {
            throw violation("agent " + agent + ": SUCCESS without delivery " + resolve);
        }
        final TransferRecord transfer = ledger.life(agent).transfer(resolve.transferId());
        if (!resolve.delivered() || transfer == null || transfer.chunks() == 0) {
            return;
        }
        final FlowKey flow = ledger.flowOf(transfer, resolve);
        final FlowHistory history = ledger.history(flow);
        final int landed = history == null ? 0 : history.landedCount();
        if (landed != transfer.chunks()) {
            throw violation(
                    "agent "
                            + agent
                            + ": "
                            + resolve
                            + " but "
                            + landed
                            + " of "
                            + transfer.chunks()
                            + " chunks have landed");
        }
    }
}

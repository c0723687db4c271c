package dev.bounce.sim.check;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;

/// A sender uses in an epoch only a token that a receiver has issued for this very epoch of this
/// very life (rules 1 and 2.2): an answer to somebody else's OPEN opens nothing.
public final class TokenIsOwn implements Checker {
    @Override
    public String property() {
        return "TokenIsOwn";
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        final FlowKey key = FlowKey.of(message.header());
        if (hasSendersToken(message.body()) && !ledger.hasIssued(key, message.header().token())) {
            throw violation(
                    "agent " + agent + " sends " + key + " with a token that is not its own");
        }
    }

    private static boolean hasSendersToken(final Body body) {
        return switch (body) {
            case Body.Want _, Body.Cancel _, Body.KeepAlive _, Body.Close _, Body.Data _ -> true;
            case Body.Open _,
                    Body.Grant _,
                    Body.Opened _,
                    Body.KeepAliveAnswer _,
                    Body.ChunkAcks _,
                    Body.RequestAck _,
                    Body.Closed _,
                    Body.StaleEpoch _,
                    Body.StaleInstance _,
                    Body.OpenRefused _ ->
                    false;
        };
    }
}

package dev.bounce.sim.check;

import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Token;
import java.util.HashMap;
import java.util.Map;

/// While as many closed epochs of a link are unanswered as its list holds, no other one opens
/// (rule 6). An answer counts if it carries the token of its epoch.
public final class ClosedEpochsAreBounded implements Checker {
    /// A link, from the life of its sender.
    private record Way(long linkId, long senderInstance) {}

    /// The token of each epoch whose CLOSE has left and is not answered.
    private final Map<Way, Map<Long, Token>> unanswered = new HashMap<>();

    @Override
    public String property() {
        return "ClosedEpochsAreBounded";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {
        if (event instanceof Event.Received received) {
            for (final Message message : received.frame().messages()) {
                if (message.body() instanceof Body.Closed
                        || message.body() instanceof Body.StaleInstance) {
                    answered(message.header());
                }
            }
        }
    }

    private void answered(final Header header) {
        final Map<Long, Token> closed = unanswered.get(way(header));
        if (closed != null) {
            closed.remove(header.epoch(), header.token());
        }
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        final Header header = message.header();
        if (message.body() instanceof Body.Close) {
            unanswered
                    .computeIfAbsent(way(header), key -> new HashMap<>())
                    .put(header.epoch(), header.token());
        } else if (message.body() instanceof Body.Open) {
            final Map<Long, Token> closed = unanswered.getOrDefault(way(header), Map.of());
            if (closed.size() >= EngineConfig.MAX_CLOSED_EPOCHS) {
                throw violation(
                        "agent "
                                + agent
                                + " opens epoch "
                                + header.epoch()
                                + " while "
                                + closed.size()
                                + " closed ones are not answered");
            }
        }
    }

    private static Way way(final Header header) {
        return new Way(header.linkId(), header.senderInstance());
    }
}

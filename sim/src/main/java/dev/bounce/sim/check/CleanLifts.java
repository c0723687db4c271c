package dev.bounce.sim.check;

import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import java.util.ArrayList;
import java.util.List;

/// After a step that has seen CLOSE(clean) nothing of its epoch is in quarantine, however long the
/// epoch is dead (rule 15).
///
/// The lift does not wait for the answer: a scatter of the epoch that still runs holds CLOSED back,
/// but no write of it can land any more, so an unanswered CLOSE is judged too. An agent that has
/// FAILED is the one exception (rule 17). It answers nobody and hears no CLOSE, and what is
/// quarantined there may stay so, since its arena is never granted or staged in again.
public final class CleanLifts implements Checker {
    private final List<PlaneKey> closed = new ArrayList<>();

    @Override
    public String property() {
        return "CleanLifts";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {
        closed.clear();
        if (event instanceof Event.Received received) {
            final long instance = ledger.life(agent).instance();
            for (final Message message : received.frame().messages()) {
                if (message.body() instanceof Body.Close close
                        && close.clean()
                        && message.header().receiverInstance() == instance
                        && ledger.hasIssued(
                                FlowKey.of(message.header()), message.header().token())) {
                    closed.add(
                            new PlaneKey(
                                    message.header().linkId(),
                                    message.header().epoch(),
                                    message.header().senderInstance(),
                                    PlaneKey.Side.RECEIVER));
                }
            }
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        if (closed.isEmpty()) {
            return;
        }
        final AgentView view = ledger.life(agent).view();
        if (view.isFailed()) {
            return;
        }
        for (int region = 0; region < view.regionCount(); region++) {
            if (view.state(region) == RegionState.QUARANTINED
                    && closed.contains(view.plane(region))) {
                throw violation(
                        "agent "
                                + agent
                                + " keeps "
                                + view.describe(view.offset(region))
                                + " after CLOSE(clean)");
            }
        }
    }
}

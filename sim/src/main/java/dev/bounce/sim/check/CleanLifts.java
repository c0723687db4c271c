package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import java.util.ArrayList;
import java.util.List;

/// When CLOSE(clean) is answered CLOSED nothing of its epoch stays in quarantine, however long the
/// epoch is dead (rule 15).
public final class CleanLifts implements Checker {
    private final List<PlaneKey> closed = new ArrayList<>();
    private boolean isAnswered;

    @Override
    public String property() {
        return "CleanLifts";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event event) {
        closed.clear();
        isAnswered = false;
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
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (!closed.isEmpty() && effect instanceof Effect.Send send) {
            for (final Message message : send.frame().messages()) {
                isAnswered |= message.body() instanceof Body.Closed;
            }
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        if (closed.isEmpty() || !isAnswered) {
            return;
        }
        final AgentView view = ledger.life(agent).view();
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

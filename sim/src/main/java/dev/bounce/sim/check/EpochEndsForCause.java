package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import java.util.HashSet;
import java.util.Set;

/// A frame ends an epoch that is in force at the receiver only if the life of its sender asks for
/// that, by CLOSE or a larger OPEN, or if another life of that name has sent a frame with its
/// token: an OPEN alone does not (rule 1).
public final class EpochEndsForCause implements Checker {
    private final Set<FlowKey> inForce = new HashSet<>();
    private Event event;

    @Override
    public String property() {
        return "EpochEndsForCause";
    }

    @Override
    public void onEvent(
            final Ledger ledger, final int agent, final long agentNanos, final Event seen) {
        event = seen;
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Fence fence
                && fence.plane().side() == PlaneKey.Side.RECEIVER
                && inForce.contains(FlowKey.of(fence.plane(), 0))
                && event instanceof Event.Received received
                && !hasCause(received, fence.plane())) {
            throw violation(
                    "agent " + agent + " ends " + fence.plane() + " because of " + received);
        }
    }

    /// An epoch that is pending is answered OPENED and nothing else.
    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Grant
                || message.body() instanceof Body.KeepAliveAnswer
                || message.body() instanceof Body.ChunkAcks) {
            inForce.add(FlowKey.of(message.header()).epochKey());
        }
    }

    private static boolean hasCause(final Event.Received received, final PlaneKey plane) {
        for (final Message message : received.frame().messages()) {
            if (message.header().linkId() == plane.linkId()
                    && (message.header().senderInstance() == plane.instance()
                            || !(message.body() instanceof Body.Open))) {
                return true;
            }
        }
        return false;
    }
}

package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.PropertyViolation;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// What receiving applications are told: each flow once, to the right agent, with the right size,
/// and with every byte in place.
final class Deliveries {
    private final Destinations destinations;
    private final Set<FlowKey> delivered = new HashSet<>();

    Deliveries(final Destinations destinations) {
        this.destinations = destinations;
    }

    /// An engine says that a flow was delivered.
    ///
    /// @param attempt that its tag names
    void delivered(final Agent agent, final Effect.Delivered delivery, final Attempt attempt) {
        final FlowKey flow =
                new FlowKey(
                        attempt.record().linkId(),
                        attempt.sender().instance(),
                        delivery.epoch(),
                        delivery.rid());
        final long bytes = attempt.slot().payloadBytes();
        if (!delivered.add(flow)
                || attempt.slot().receiver() != agent.index()
                || bytes != delivery.payloadBytes()) {
            throw new PropertyViolation(
                    "DeliveredOnce",
                    String.format(
                            Locale.ROOT,
                            "%s: %s of transfer %d of %d bytes to agent %d",
                            agent.name(),
                            delivery,
                            attempt.uid(),
                            bytes,
                            attempt.slot().receiver()));
        }
        destinations.delivered(attempt);
    }
}

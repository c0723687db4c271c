package dev.bounce.sim.world;

import dev.bounce.sim.check.FlowKey;
import java.util.HashSet;
import java.util.Set;

/// Which requests a fault has struck themselves: only those may fail as long as no link was harmed.
final class Harm {
    private final Set<Long> transfers = new HashSet<>();
    private final Set<FlowKey> flows = new HashSet<>();

    /// A fault has struck at the sender.
    void strike(final long transferId) {
        transfers.add(transferId);
    }

    /// A fault has struck on the way or at the receiver.
    void strike(final FlowKey flow) {
        flows.add(flow);
    }

    /// Whether no request was struck.
    boolean isNone() {
        return transfers.isEmpty() && flows.isEmpty();
    }

    /// Whether the request was struck.
    boolean hasStruck(final long transferId, final FlowKey flow) {
        return transfers.contains(transferId) || flows.contains(flow);
    }
}

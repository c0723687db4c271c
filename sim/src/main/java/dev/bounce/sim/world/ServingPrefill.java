package dev.bounce.sim.world;

import dev.bounce.model.kv.PrefillWorker;

/// A prefill worker, the agent that it sends through, and the destinations it left in doubt.
final class ServingPrefill {
    private final Agent agent;
    private final ServingDoubts doubts;

    /// The worker of the present process, or of the last one.
    PrefillWorker worker;

    ServingPrefill(final Agent agent, final ServingDoubts doubts, final PrefillWorker worker) {
        this.agent = agent;
        this.doubts = doubts;
        this.worker = worker;
    }

    Agent agent() {
        return agent;
    }

    ServingDoubts doubts() {
        return doubts;
    }
}

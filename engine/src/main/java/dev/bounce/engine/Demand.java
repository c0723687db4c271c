package dev.bounce.engine;

/// What one flow still wants from the [CreditScheduler], and what it holds.
final class Demand {
    /// Peer that the flow belongs to; flows of one peer share its turn.
    final long linkId;

    /// The flow that gets the grants.
    final Flow flow;

    /// Region bytes of every chunk of the flow.
    final long[] chunkBytes;

    /// Next chunk to be granted; chunks are granted in order.
    int next;

    /// Regions held: GRANTED, QUEUED or SCATTERING for this flow.
    int held;

    /// Most regions it may hold. Changed by [CreditScheduler#resize] while it is open.
    int window;

    /// Its place in the scheduler, `null` while it wants nothing.
    FlowTurn turn;

    Demand(final long linkId, final Flow flow, final long[] chunkBytes, final int window) {
        this.linkId = linkId;
        this.flow = flow;
        this.chunkBytes = chunkBytes;
        this.window = window;
    }
}

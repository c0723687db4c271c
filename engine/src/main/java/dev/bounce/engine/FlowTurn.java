package dev.bounce.engine;

/// What the [CreditScheduler] knows of one flow that still wants a chunk. Its *head* is the next
/// chunk.
final class FlowTurn {
    final Demand demand;
    final PeerTurn peer;

    /// Place among the flows of its peer; taken while it is below its window.
    final TurnRing.Place<FlowTurn> turn = new TurnRing.Place<>(this);

    /// Place in [WaitingHeads]; taken while it is below its window and its peer is not blocked.
    final TurnRing.Place<FlowTurn> waiting = new TurnRing.Place<>(this);

    /// Block size of the head, [SizeCounts#TOO_LARGE] if there is none.
    long headBytes;

    /// Bytes it may still be granted in its turn.
    long deficitBytes;

    /// Whether the deficit has had its quantum for the turn that is not over.
    boolean isInTurn;

    /// Whether the head was found not to fit.
    boolean isStamped;

    /// Grants that had been given when the head was found not to fit first.
    long stamp;

    /// Place in the list of a snapshot while one is taken.
    int position;

    FlowTurn(final Demand demand, final PeerTurn peer) {
        this.demand = demand;
        this.peer = peer;
    }
}

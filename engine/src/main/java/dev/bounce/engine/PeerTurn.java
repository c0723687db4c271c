package dev.bounce.engine;

/// What the [CreditScheduler] knows of one peer: its share and the flows that may be granted.
final class PeerTurn {
    final long linkId;

    /// Place among the peers; taken while it has a flow in its ring and is not blocked.
    final TurnRing.Place<PeerTurn> turn = new TurnRing.Place<>(this);

    /// Flows that want a chunk and are below their window.
    final TurnRing<FlowTurn> flows = new TurnRing<>();

    /// Sizes of the heads of `flows`.
    final SizeCounts heads = new SizeCounts();

    /// Flows that want a chunk, those at their window too.
    int wanting;

    /// Whether an orphan of an older epoch keeps it from being granted anything (rule 15).
    boolean isBlocked;

    /// Bytes it may still be granted in its turn.
    long deficitBytes;

    /// Whether the deficit has had its quantum for the turn that is not over.
    boolean isInTurn;

    PeerTurn(final long linkId) {
        this.linkId = linkId;
    }
}

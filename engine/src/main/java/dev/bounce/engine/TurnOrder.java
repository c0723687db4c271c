package dev.bounce.engine;

/// Deficit round robin over peers, then over the flows of a peer, by block bytes.
///
/// Whoever has its turn is given a quantum once and keeps the turn until the rest no longer covers
/// the head. One whose head does not fit is passed over: it keeps what it was given and is given
/// nothing more meanwhile, so a deficit stays within `[-quantum, quantum + largest head)`. One that
/// comes back from its window or from a block goes to the end of its ring.
///
/// Source: M. Shreedhar, G. Varghese, "Efficient fair queueing using deficit round robin", SIGCOMM
/// 1995.
final class TurnOrder {
    private final long quantumBytes;
    private final TurnRing<PeerTurn> peers = new TurnRing<>();

    TurnOrder(final long quantumBytes) {
        this.quantumBytes = quantumBytes;
    }

    /// Adds a flow to its peer.
    void join(final FlowTurn flow) {
        final PeerTurn peer = flow.peer;
        peer.flows.addLast(flow.turn);
        peer.heads.add(flow.headBytes);
        if (!peer.isBlocked && !peer.turn.isTaken()) {
            peers.addLast(peer.turn);
        }
    }

    /// Removes a flow from its peer.
    void leave(final FlowTurn flow) {
        final PeerTurn peer = flow.peer;
        peer.flows.remove(flow.turn);
        peer.heads.remove(flow.headBytes);
        if (peer.flows.isEmpty() && peer.turn.isTaken()) {
            peers.remove(peer.turn);
        }
    }

    /// Gives a flow that stays another head.
    void replaceHead(final FlowTurn flow, final long headBytes) {
        flow.peer.heads.remove(flow.headBytes);
        flow.peer.heads.add(headBytes);
        flow.headBytes = headBytes;
    }

    /// Takes a peer out of the order, or lets it in again, with the flows it has.
    void block(final PeerTurn peer, final boolean blocked) {
        peer.isBlocked = blocked;
        if (blocked && peer.turn.isTaken()) {
            peers.remove(peer.turn);
        } else if (!blocked && !peer.flows.isEmpty()) {
            peers.addLast(peer.turn);
        }
    }

    /// Peers that have a flow in the order.
    TurnRing<PeerTurn> peers() {
        return peers;
    }

    /// Finds the flow that is granted next and makes it its turn.
    ///
    /// @param sizes block sizes to look at; heads of others are passed over
    /// @return `null` if no head has such a size
    FlowTurn pick(final long sizes) {
        for (; ; ) {
            final PeerTurn peer = nextPeer(sizes);
            if (peer == null) {
                return null;
            }
            final FlowTurn flow = pickOf(peer, sizes);
            if (!peer.isInTurn) {
                peer.isInTurn = true;
                peer.deficitBytes += quantumBytes;
            }
            if (peer.deficitBytes >= flow.headBytes) {
                peers.moveTo(peer.turn);
                peer.flows.moveTo(flow.turn);
                return flow;
            }
            peer.isInTurn = false;
            peers.moveTo(peer.turn.next());
        }
    }

    private PeerTurn nextPeer(final long sizes) {
        TurnRing.Place<PeerTurn> place = peers.cursor();
        while (place != null) {
            if ((place.owner().heads.sizes() & sizes) != 0) {
                return place.owner();
            }
            place = peers.after(place);
        }
        return null;
    }

    /// The peer has a head of such a size.
    private FlowTurn pickOf(final PeerTurn peer, final long sizes) {
        TurnRing.Place<FlowTurn> place = peer.flows.cursor();
        for (; ; ) {
            final FlowTurn flow = place.owner();
            place = place.next();
            if ((flow.headBytes & sizes) == 0) {
                continue;
            }
            if (!flow.isInTurn) {
                flow.isInTurn = true;
                flow.deficitBytes += quantumBytes;
            }
            if (flow.deficitBytes >= flow.headBytes) {
                return flow;
            }
            flow.isInTurn = false;
            peer.flows.moveTo(place);
        }
    }

    /// Charges the head of a flow to it and its peer. A grant out of turn (drain) may leave them in
    /// debt, but never by more than a quantum.
    void charge(final FlowTurn flow) {
        flow.deficitBytes = Math.max(-quantumBytes, flow.deficitBytes - flow.headBytes);
        flow.peer.deficitBytes = Math.max(-quantumBytes, flow.peer.deficitBytes - flow.headBytes);
    }

    /// The first flow from the cursor whose head has one of those sizes; `null` if none.
    FlowTurn firstOfSize(final long sizes) {
        final PeerTurn peer = nextPeer(sizes);
        if (peer == null) {
            return null;
        }
        TurnRing.Place<FlowTurn> place = peer.flows.cursor();
        while ((place.owner().headBytes & sizes) == 0) {
            place = place.next();
        }
        return place.owner();
    }

    /// The first flow from the cursor whose head has one of those sizes and that stamp; `null` if
    /// none.
    FlowTurn firstStamped(final long sizes, final long stamp) {
        TurnRing.Place<PeerTurn> peer = peers.cursor();
        while (peer != null) {
            TurnRing.Place<FlowTurn> place = peer.owner().flows.cursor();
            while (place != null) {
                final FlowTurn flow = place.owner();
                if ((flow.headBytes & sizes) != 0 && flow.isStamped && flow.stamp == stamp) {
                    return flow;
                }
                place = peer.owner().flows.after(place);
            }
            peer = peers.after(peer);
        }
        return null;
    }
}

package dev.bounce.engine;

import java.util.List;

/// The flows that want a chunk, and which of them may be granted one: those below their window
/// whose peer is not blocked. Keeps [TurnOrder] and [WaitingHeads] in step.
final class FlowTurns {
    private final Arena arena;
    private final PeerTurns peers = new PeerTurns();
    private final TurnOrder order;
    private final WaitingHeads heads = new WaitingHeads();
    private int wanting;

    FlowTurns(final Arena arena, final long quantumBytes) {
        this.arena = arena;
        order = new TurnOrder(quantumBytes);
    }

    /// Whose turn it is.
    TurnOrder order() {
        return order;
    }

    /// The heads that may be granted.
    WaitingHeads heads() {
        return heads;
    }

    /// Number of flows that want a chunk, those at their window and behind a block too.
    int wanting() {
        return wanting;
    }

    /// Adds a flow that wants a chunk.
    void open(final Demand demand) {
        enrol(demand);
        joinIfBelowWindow(demand.turn);
    }

    private void enrol(final Demand demand) {
        final PeerTurn peer = peers.of(demand.linkId);
        final FlowTurn flow = new FlowTurn(demand, peer);
        flow.headBytes = headBytes(demand);
        demand.turn = flow;
        peer.wanting++;
        wanting++;
    }

    /// Removes a flow.
    void close(final FlowTurn flow) {
        leave(flow);
        flow.demand.turn = null;
        flow.peer.wanting--;
        wanting--;
        peers.removeIfIdle(flow.peer);
    }

    /// Looks again at what the flow holds and its window.
    void refresh(final FlowTurn flow) {
        if (flow.demand.held >= flow.demand.window) {
            leave(flow);
        } else {
            joinIfBelowWindow(flow);
        }
    }

    private void joinIfBelowWindow(final FlowTurn flow) {
        if (flow.demand.held >= flow.demand.window || flow.turn.isTaken()) {
            return;
        }
        order.join(flow);
        if (!flow.peer.isBlocked) {
            heads.add(flow);
        }
    }

    private void leave(final FlowTurn flow) {
        if (flow.turn.isTaken()) {
            order.leave(flow);
        }
        if (flow.waiting.isTaken()) {
            heads.remove(flow);
        }
    }

    /// The head of a flow was granted, `demand.next` is the chunk after it.
    void advance(final FlowTurn flow) {
        final Demand demand = flow.demand;
        if (demand.next == demand.chunkBytes.length) {
            close(flow);
        } else if (demand.held >= demand.window) {
            leave(flow);
            flow.headBytes = headBytes(demand);
        } else {
            heads.remove(flow);
            order.replaceHead(flow, headBytes(demand));
            heads.add(flow);
        }
    }

    private long headBytes(final Demand demand) {
        final long bytes = demand.chunkBytes[demand.next];
        Invariant.check(bytes > 0, "a chunk has bytes", bytes);
        final long blockBytes = arena.blockBytes(bytes);
        return blockBytes == 0 ? SizeCounts.TOO_LARGE : blockBytes;
    }

    /// Blocks a peer or lets it in again; its heads lose their stamps.
    void block(final long linkId, final boolean blocked) {
        final PeerTurn peer = peers.of(linkId);
        if (peer.isBlocked != blocked) {
            order.block(peer, blocked);
            peer.flows.forEach(blocked ? heads::remove : heads::add);
        }
        peers.removeIfIdle(peer);
    }

    /// Adds its part to a snapshot.
    ///
    /// @param demands as for [CreditScheduler#snapshot]
    ScheduleState snapshot(final long sequence, final Drain drain, final List<Demand> demands) {
        final ScheduleState state = ScheduleState.of(sequence, drain, order, peers, heads, demands);
        int open = 0;
        for (final ScheduleState.FlowState flow : state.flows()) {
            open += flow.isOpen() ? 1 : 0;
        }
        Invariant.check(open == wanting, "a snapshot names every open demand once", open);
        return state;
    }

    /// Takes its part of a snapshot.
    ///
    /// @param demands as for [CreditScheduler#restore]
    void restore(final ScheduleState state, final List<Demand> demands) {
        Invariant.check(
                state.flows().size() == demands.size(), "one state per demand", demands.size());
        for (final ScheduleState.PeerState saved : state.peers()) {
            final PeerTurn peer = peers.of(saved.linkId());
            peer.isBlocked = saved.isBlocked();
            peer.deficitBytes = saved.deficitBytes();
            peer.isInTurn = saved.isInTurn();
        }
        for (int i = 0; i < demands.size(); i++) {
            restore(state.flows().get(i), demands.get(i));
        }
        for (final ScheduleState.PeerState saved : state.peers()) {
            saved.flows().forEach(position -> order.join(demands.get(position).turn));
        }
        state.unstamped().forEach(position -> heads.add(demands.get(position).turn));
        for (final int position : state.stamped()) {
            heads.addStamped(demands.get(position).turn, state.flows().get(position).stamp());
        }
    }

    private void restore(final ScheduleState.FlowState saved, final Demand demand) {
        demand.next = saved.next();
        demand.held = saved.held();
        demand.window = saved.window();
        if (saved.isOpen()) {
            enrol(demand);
            demand.turn.deficitBytes = saved.deficitBytes();
            demand.turn.isInTurn = saved.isInTurn();
        }
    }
}

package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// The whole state of a [CreditScheduler] as a value. Flows are named by their position in the list
/// of demands that it was taken with and is restored with.
///
/// @param sequence grants given, and blocks that this agent took for chunks with a credit
/// @param draining position of the flow that all wait for, -1 if none
/// @param isDrainPaused whether no drain may start before `drainUntilNanos`
/// @param drainUntilNanos end of the drain or of the pause, 0 if there is none
/// @param peers those that take turns, from the cursor on, then the others by rising link id
/// @param flows one per demand
/// @param unstamped flows whose head was not found not to fit, by size and age
/// @param stamped flows whose head was found not to fit, by size and stamp
record ScheduleState(
        long sequence,
        int draining,
        boolean isDrainPaused,
        long drainUntilNanos,
        List<PeerState> peers,
        List<FlowState> flows,
        List<Integer> unstamped,
        List<Integer> stamped) {

    /// One peer.
    ///
    /// @param flows that may be granted, from the cursor on
    record PeerState(
            long linkId,
            boolean isBlocked,
            long deficitBytes,
            boolean isInTurn,
            List<Integer> flows) {}

    /// One demand.
    ///
    /// @param isOpen whether it is in the scheduler; if not, the fields after `window` are 0
    /// @param stamp of its head, 0 if it has none
    record FlowState(
            boolean isOpen,
            int next,
            int held,
            int window,
            long deficitBytes,
            boolean isInTurn,
            long stamp) {

        static FlowState of(final Demand demand) {
            final FlowTurn turn = demand.turn;
            final boolean isOpen = turn != null;
            return new FlowState(
                    isOpen,
                    demand.next,
                    demand.held,
                    demand.window,
                    isOpen ? turn.deficitBytes : 0,
                    isOpen && turn.isInTurn,
                    isOpen && turn.isStamped ? turn.stamp : 0);
        }
    }

    /// Reads a scheduler.
    ///
    /// @param demands every open one, in an order of the caller's
    static ScheduleState of(
            final long sequence,
            final Drain drain,
            final TurnOrder turns,
            final PeerTurns peers,
            final WaitingHeads heads,
            final List<Demand> demands) {
        final List<FlowState> flows = new ArrayList<>(demands.size());
        for (int i = 0; i < demands.size(); i++) {
            flows.add(FlowState.of(demands.get(i)));
            if (demands.get(i).turn != null) {
                demands.get(i).turn.position = i;
            }
        }
        final List<PeerState> peerStates = new ArrayList<>();
        turns.peers().forEach(peer -> peerStates.add(stateOf(peer)));
        for (final PeerTurn peer : peers.all()) {
            if (!peer.turn.isTaken()) {
                peerStates.add(stateOf(peer));
            }
        }
        final List<Integer> unstamped = new ArrayList<>();
        heads.forEachUnstamped(flow -> unstamped.add(flow.position));
        final List<Integer> stamped = new ArrayList<>();
        heads.forEachStamped(flow -> stamped.add(flow.position));
        return new ScheduleState(
                sequence,
                drain.flow() == null ? -1 : drain.flow().position,
                drain.isPaused(),
                drain.untilNanos(),
                List.copyOf(peerStates),
                List.copyOf(flows),
                List.copyOf(unstamped),
                List.copyOf(stamped));
    }

    private static PeerState stateOf(final PeerTurn peer) {
        return new PeerState(
                peer.linkId,
                peer.isBlocked,
                peer.deficitBytes,
                peer.isInTurn,
                positions(peer.flows));
    }

    private static List<Integer> positions(final TurnRing<FlowTurn> ring) {
        final List<Integer> positions = new ArrayList<>();
        ring.forEach(flow -> positions.add(flow.position));
        return List.copyOf(positions);
    }
}

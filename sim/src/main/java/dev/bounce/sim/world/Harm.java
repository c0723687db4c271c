package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Message;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.Life;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What faults have struck, so that a request which fails without cause is told from one that had
/// to.
///
/// The finest rule that is sound: an epoch shares its plane, its frames and its lease with none,
/// so a fault of a write, or of a frame on its way, harms the epoch that it belongs to, and the
/// next epoch of the very link is sound again. A fault of an agent (it stands still, its clock
/// jumps, its memory is taken back), or of what one has loaded of the other, harms every epoch and
/// every request of the links of that agent, or pair, that was there before it was over. The death
/// of a receiver harms what was submitted to that life, and a hostile frame the link that it
/// imitates, for ever: it may raise what the receiver takes for the newest epoch. Only space is
/// shared beyond that. What a harmed epoch leaves in an arena (quarantine, orphans, credits that
/// nobody uses) can starve every link of both ends, and through them any other; but who starves
/// ends as TIMED_OUT, or as NO_CAPACITY, so those two are excused by any harm in the world, and all
/// others only by harm to themselves. What only an application or a copy can cause (CANCELLED,
/// GATHER_FAILED, SCATTER_FAILED) must have struck the request itself, and a device fails only in a
/// life that was disturbed.
final class Harm {
    private final Set<Long> transfers = new HashSet<>();
    private final Set<FlowKey> flows = new HashSet<>();
    private final Set<FlowKey> epochs = new HashSet<>();
    private final Set<Long> links = new HashSet<>();
    private final Set<Life> disturbed = new HashSet<>();
    private final Map<FlowKey, Long> openedNanos = new HashMap<>();
    private final Outage[] agents = new Outage[Decisions.MOST_AGENTS];
    private final Outage[] pairs = new Outage[Decisions.MOST_AGENTS * Decisions.MOST_AGENTS];

    /// Times in which something was not as it should be, which may overlap.
    private static final class Outage {
        private int open;
        private long endNanos = -1;

        boolean reaches(final long nanos) {
            return open > 0 || nanos <= endNanos;
        }

        void end(final int count, final long nanos) {
            if (count > 0) {
                open -= count;
                endNanos = nanos;
            }
        }
    }

    Harm() {
        for (int index = 0; index < agents.length; index++) {
            agents[index] = new Outage();
        }
        for (int index = 0; index < pairs.length; index++) {
            pairs[index] = new Outage();
        }
    }

    /// A fault has struck at the sender.
    void strike(final long transferId) {
        transfers.add(transferId);
    }

    /// A fault has struck on the way or at the receiver.
    void strike(final FlowKey flow) {
        flows.add(flow);
    }

    /// A fault has struck a write of an epoch, or its data-plane object.
    void strikeEpoch(final PlaneKey plane) {
        strikeEpoch(FlowKey.of(plane, 0));
    }

    /// A frame is not delivered, or too late.
    void strikeEpochs(final Frame frame) {
        for (final Message message : frame.messages()) {
            strikeEpoch(FlowKey.of(message.header()).epochKey());
        }
    }

    private void strikeEpoch(final FlowKey epoch) {
        epochs.add(epoch);
        epochs.add(someEpoch(epoch));
    }

    /// A request that has no epoch yet is harmed with any of them.
    private static FlowKey someEpoch(final FlowKey flow) {
        return new FlowKey(flow.linkId(), flow.senderInstance(), 0, 0);
    }

    /// Somebody imitates the sender of a frame.
    void strikeLinks(final Frame frame) {
        for (final Message message : frame.messages()) {
            links.add(message.header().linkId());
        }
    }

    /// A frame is sent, which may be the first of its epoch.
    void sending(final Frame frame, final long nanos) {
        for (int index = 0; index < frame.messages().size(); index++) {
            final Message message = frame.messages().get(index);
            if (message.body() instanceof Body.Open) {
                openedNanos.putIfAbsent(FlowKey.of(message.header()).epochKey(), nanos);
            }
        }
    }

    /// From now on an engine may fail its device.
    void disturb(final Life life) {
        disturbed.add(life);
    }

    /// An agent is not what it should be until [#end(int, long)].
    void begin(final int agent) {
        agents[agent].open++;
    }

    /// An agent is what it should be again.
    void end(final int agent, final long nanos) {
        agents[agent].end(1, nanos);
    }

    /// An agent has a new life, in which all is as it should be.
    void born(final int agent, final long nanos) {
        agents[agent].end(agents[agent].open, nanos);
    }

    /// One agent is not known to the other until [#end(int, int, long)].
    void begin(final int agent, final int peer) {
        pairs[unordered(agent, peer)].open++;
    }

    /// One agent is known to the other again.
    void end(final int agent, final int peer, final long nanos) {
        pairs[unordered(agent, peer)].end(1, nanos);
    }

    private static int unordered(final int agent, final int peer) {
        return Decisions.pair(Math.min(agent, peer), Math.max(agent, peer));
    }

    /// Whether no request was struck.
    boolean isNone() {
        return transfers.isEmpty() && flows.isEmpty();
    }

    /// Whether the request was struck.
    boolean hasStruck(final long transferId, final FlowKey flow) {
        return transfers.contains(transferId) || flows.contains(flow);
    }

    /// Whether a request may end like that.
    ///
    /// @param flow where it ran
    /// @param receiver the present life of its receiver, `null` if it is dead
    /// @param isAnything whether any link of this world was harmed
    boolean explains(
            final Attempt attempt,
            final FlowKey flow,
            final Effect.Resolve resolve,
            final Life receiver,
            final boolean isAnything) {
        if (hasStruck(attempt.uid(), flow)) {
            return true;
        }
        return switch (resolve.outcome()) {
            case SUCCESS -> true;
            case CANCELLED, GATHER_FAILED, SCATTER_FAILED, SHUT_DOWN -> false;
            case TIMED_OUT, NO_CAPACITY -> isAnything;
            case AGENT_FAILED -> disturbed.contains(attempt.sender());
            case REJECTED,
                    UNKNOWN_FLOW,
                    LINK_LOST,
                    PEER_RESTARTED,
                    OPEN_REFUSED,
                    PEER_FORGOTTEN,
                    SOURCE_DEREGISTERED,
                    DIRECT_FAILED ->
                    isLinkHarmed(attempt, flow, receiver);
        };
    }

    /// Whether harm has come to the link of a request while that was of concern to the request.
    boolean isLinkHarmed(final Attempt attempt, final FlowKey flow, final Life receiver) {
        if (receiver != attempt.receiver()
                || disturbed.contains(receiver) && receiver.view().isFailed()) {
            return true;
        }
        final long submitted = attempt.submittedNanos();
        final long since =
                Math.min(submitted, openedNanos.getOrDefault(flow.epochKey(), submitted));
        final Slot slot = attempt.slot();
        return agents[slot.sender()].reaches(since)
                || agents[slot.receiver()].reaches(since)
                || pairs[unordered(slot.sender(), slot.receiver())].reaches(since)
                || links.contains(flow.linkId())
                || epochs.contains(flow.epoch() == 0 ? someEpoch(flow) : flow.epochKey());
    }
}

package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import java.util.ArrayDeque;
import java.util.ArrayList;

/// The sender's side of the link to one peer, over all its epochs.
final class SenderLink {
    final String peer;
    final long linkId;

    /// Opens, keeps alive, ends.
    final Timer timer;

    /// Life of the peer that is loaded.
    long peerInstance;

    /// Connection to its control endpoint.
    long route;

    LinkState state = LinkState.LOADED;

    /// Number of the next epoch that is opened.
    long nextEpoch = 1;

    /// The epoch that is OPENING or READY, else `null`.
    SenderEpoch current;

    /// Epochs that have ended and whose CLOSE is not answered or whose fence is not there, in
    /// order: at most [EngineConfig#MAX_CLOSED_EPOCHS], the current one counted with them.
    final ArrayList<SenderEpoch> closed = new ArrayList<>();

    /// Requests whose WANT has not left, in order.
    final ArrayDeque<Request> waiting = new ArrayDeque<>();

    /// The loaded life of the peer is over: waits for another description.
    boolean peerRestarted;

    /// The peer does not open links to this agent.
    boolean openRefused;

    /// The application has forgotten the peer; only closed epochs are left.
    boolean forgotten;

    /// One of its chunks is staged in the reserve: at most one per peer.
    boolean holdsReserve;

    long openDueNanos;
    long openIntervalNanos;

    /// What the peer allowed when the link was closed as idle: it rests, and the next request opens
    /// it. `null` once an epoch has ended for another reason.
    Body.ReceiverLimits restLimits;

    /// How long the link waited when it was LOST last, 0 after it was READY.
    long backOffNanos;

    /// Since when the link is not READY.
    long notReadySinceNanos;

    SenderLink(
            final String peer,
            final long linkId,
            final long peerInstance,
            final long route,
            final Timer timer) {
        this.peer = peer;
        this.linkId = linkId;
        this.peerInstance = peerInstance;
        this.route = route;
        this.timer = timer;
    }

    /// The current epoch if requests may run in it, else `null`.
    SenderEpoch ready() {
        return state == LinkState.READY ? current : null;
    }

    /// Closed as idle, and nothing has asked for it since.
    boolean isAtRest() {
        return state == LinkState.LOADED && restLimits != null;
    }

    /// Whether one more epoch has its place in the list of closed ones, where it will end.
    boolean hasRoom() {
        return closed.size() < EngineConfig.MAX_CLOSED_EPOCHS;
    }

    int pendingCount() {
        return waiting.size() + (current == null ? 0 : current.records.size());
    }

    /// The epoch with that number if it is the current or a closed one, else `null`.
    SenderEpoch epoch(final long epoch) {
        if (current != null && current.epoch == epoch) {
            return current;
        }
        for (int index = 0; index < closed.size(); index++) {
            if (closed.get(index).epoch == epoch) {
                return closed.get(index);
            }
        }
        return null;
    }
}

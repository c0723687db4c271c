package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// The peers that the [CreditScheduler] has to remember: those with a flow that wants a chunk, and
/// blocked ones. Kept by rising link id.
final class PeerTurns {
    private final List<PeerTurn> peers = new ArrayList<>();

    /// The peer behind a link, made if it is new.
    PeerTurn of(final long linkId) {
        final int index = indexOf(linkId);
        if (index < peers.size() && peers.get(index).linkId == linkId) {
            return peers.get(index);
        }
        final PeerTurn peer = new PeerTurn(linkId);
        peers.add(index, peer);
        return peer;
    }

    /// Forgets a peer that wants nothing and is not blocked.
    void removeIfIdle(final PeerTurn peer) {
        if (peer.wanting == 0 && !peer.isBlocked) {
            peers.remove(indexOf(peer.linkId));
        }
    }

    /// All by rising link id.
    List<PeerTurn> all() {
        return peers;
    }

    /// Where that link is or would be.
    private int indexOf(final long linkId) {
        int low = 0;
        int high = peers.size();
        while (low < high) {
            final int middle = low + high >>> 1;
            if (peers.get(middle).linkId < linkId) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

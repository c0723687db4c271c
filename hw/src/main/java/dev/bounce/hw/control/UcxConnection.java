package dev.bounce.hw.control;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.model.wire.Blob;
import java.util.ArrayDeque;

/// One connection of a [UcxControlChannel], made by either side.
final class UcxConnection {
    /// Names it at both sides, drawn at random by the side that made it.
    final long id;

    final long route;

    /// Where the other side listens.
    final Blob address;

    /// Whether this side made it.
    final boolean outgoing;

    /// Frames that wait.
    final ArrayDeque<byte[]> queue = new ArrayDeque<>();

    AmPeer peer;

    /// Whether the other side has answered; it always has where it made the connection.
    boolean stands;

    /// When it broke, to be made anew a little later.
    long brokenNanos;

    /// Bytes of the first waiting frame that are sent.
    int sentOfFirst;

    int underWay;

    /// The frame that is being assembled, `null` between frames.
    byte[] incoming;

    int incomingFilled;

    UcxConnection(final long id, final long route, final Blob address, final boolean outgoing) {
        this.id = id;
        this.route = route;
        this.address = address;
        this.outgoing = outgoing;
        stands = !outgoing;
    }

    boolean isOpen() {
        return peer != null && peer.isOpen() && stands;
    }

    /// What was on its way is lost.
    void reset() {
        queue.clear();
        sentOfFirst = 0;
        incoming = null;
        stands = !outgoing;
    }
}

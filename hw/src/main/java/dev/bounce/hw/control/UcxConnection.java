package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;

/// One connection of a [UcxControlChannel], made by either side.
final class UcxConnection {
    private static final byte[] NOTHING = {};

    /// Names it at both sides, drawn at random by the side that made it.
    final long id;

    final long route;

    /// Where the other side listens.
    final Blob address;

    /// What the side that made it calls itself, `null` if this side did.
    final String identity;

    /// Frames that wait.
    final ArrayDeque<byte[]> queue = new ArrayDeque<>();

    /// The end that is used, `null` if none is made yet or the last one broke.
    AmPeer peer;

    /// Whether the other side has answered; it always has where it made the connection.
    boolean stands;

    /// Whether this side has still to say HELLO or WELCOME.
    boolean owesGreeting;

    /// When it broke, to be made anew a little later.
    long brokenNanos;

    /// Bytes of the first waiting frame that are sent.
    int sentOfFirst;

    int underWay;

    /// Whether it is among those with something to send.
    boolean isLeft;

    /// Of a frame that is not whole: as long as what has come, or longer, never longer than it.
    private byte[] incoming;

    private int announced;
    private int filled;

    UcxConnection(final long id, final long route, final Blob address, final String identity) {
        this.id = id;
        this.route = route;
        this.address = address;
        this.identity = identity;
        stands = identity != null;
    }

    boolean isOutgoing() {
        return identity == null;
    }

    boolean isOpen() {
        return peer != null && peer.isOpen() && stands;
    }

    /// What was on its way is lost.
    void reset() {
        queue.clear();
        owesGreeting = false;
        sentOfFirst = 0;
        incoming = null;
        stands = !isOutgoing();
    }

    /// Takes a part of a frame. Parts come in order; a frame of which one is missing is dropped.
    /// Memory grows with the parts that have come, whatever is announced.
    ///
    /// @return false if the part does not follow the one before it, or the frame is too large
    boolean take(
            final int frameBytes,
            final int offset,
            final MemorySegment data,
            final int maxFrameBytes) {
        if (offset == 0 && frameBytes >= 0 && frameBytes <= maxFrameBytes) {
            incoming = NOTHING;
            announced = frameBytes;
            filled = 0;
        }
        if (incoming == null
                || announced != frameBytes
                || offset != filled
                || data.byteSize() > frameBytes - offset) {
            incoming = null;
            return false;
        }
        final int bytes = (int) data.byteSize();
        if (bytes > incoming.length - filled) {
            final long grown = Math.max(filled + bytes, 2L * incoming.length);
            incoming = Arrays.copyOf(incoming, (int) Math.min(frameBytes, grown));
        }
        MemorySegment.copy(data, JAVA_BYTE, 0, incoming, offset, bytes);
        filled += bytes;
        return true;
    }

    /// The frame that is whole now, once; else `null`.
    byte[] takeFrame() {
        if (incoming == null || filled != announced) {
            return null;
        }
        final byte[] whole = incoming;
        incoming = null;
        return whole;
    }
}

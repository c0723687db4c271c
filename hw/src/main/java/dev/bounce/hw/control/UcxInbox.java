package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/// Frames that came in on a [UcxControlChannel] and were not handed out yet.
final class UcxInbox {
    private record Arrival(long route, byte[] frame) {}

    private final int maxFrameBytes;
    private final ControlTally tally;
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();

    /// @param tally told of what is malformed, and of frames when they are handed out
    UcxInbox(final int maxFrameBytes, final ControlTally tally) {
        this.maxFrameBytes = maxFrameBytes;
        this.tally = tally;
    }

    /// Takes a part of a frame.
    ///
    /// @param header of the message PART
    void part(
            final UcxConnection connection, final MemorySegment header, final MemorySegment data) {
        final boolean fits =
                connection.take(
                        header.get(JAVA_INT_UNALIGNED, 8),
                        header.get(JAVA_INT_UNALIGNED, 12),
                        data,
                        maxFrameBytes);
        final byte[] frame = connection.takeFrame();
        if (!fits) {
            tally.malformed();
        } else if (frame != null) {
            arrived.add(new Arrival(connection.route, frame));
        }
    }

    /// Takes frames that came together.
    void batch(final UcxConnection connection, final MemorySegment data) {
        final boolean whole =
                UcxBatch.read(
                        data,
                        maxFrameBytes,
                        frame -> arrived.add(new Arrival(connection.route, frame)));
        if (!whole) {
            tally.malformed();
        }
    }

    int size() {
        return arrived.size();
    }

    /// Hands out frames in the order in which they came, at most `limit`.
    ///
    /// @return their number
    int handOut(final ControlChannel.Inbox inbox, final int limit) {
        int count = 0;
        while (count < limit && !arrived.isEmpty()) {
            final Arrival arrival = arrived.poll();
            tally.received(arrival.frame.length);
            inbox.frame(arrival.route, arrival.frame);
            count++;
        }
        return count;
    }
}

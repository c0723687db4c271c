package dev.bounce.hw;

import dev.bounce.hw.control.ControlChannel;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.FrameDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The frames of one turn: taken from the channel first, so that it is known how many had arrived
/// when the turn began, and decoded when their turn comes. Reactor only.
final class FrameIntake {
    private static final Logger LOG = LoggerFactory.getLogger(FrameIntake.class);
    private static final int FRAMES_PER_TURN = 256;

    /// Takes frames that mean something.
    @FunctionalInterface
    interface Frames {
        /// @param route the connection the frame came on
        void frame(long route, Frame frame);
    }

    private record Arrival(long route, byte[] frame) {}

    private final ControlChannel channel;
    private final FrameDecoder decoder;
    private final AgentCounters counters;
    private final Arrival[] arrivals = new Arrival[FRAMES_PER_TURN];

    // Made once: a turn that finds nothing allocates nothing.
    private final ControlChannel.Inbox inbox = this::arrived;
    private int arrived;

    FrameIntake(
            final ControlChannel channel, final int maxFrameBytes, final AgentCounters counters) {
        this.channel = channel;
        this.counters = counters;
        decoder = new FrameDecoder(maxFrameBytes);
    }

    /// Takes the frames that have arrived so far, as many as a turn handles.
    void receive() {
        arrived = 0;
        channel.receive(inbox, FRAMES_PER_TURN);
    }

    private void arrived(final long route, final byte[] frame) {
        arrivals[arrived++] = new Arrival(route, frame);
    }

    /// Whether there may be more than a turn handles.
    boolean isFull() {
        return arrived == FRAMES_PER_TURN;
    }

    /// Hands out what was received; counts what does not decode.
    void handOut(final Frames frames) {
        for (int index = 0; index < arrived; index++) {
            final Arrival arrival = arrivals[index];
            arrivals[index] = null;
            switch (decoder.decode(arrival.frame)) {
                case Decoded.Malformed malformed -> {
                    counters.malformedFrames.add(malformed.reason());
                    LOG.debug("route={} frame malformed: {}", arrival.route, malformed);
                }
                case Decoded.Value value -> {
                    counters.skippedMessages += value.skippedMessages();
                    if (!value.frame().messages().isEmpty()) {
                        frames.frame(arrival.route, value.frame());
                    }
                }
            }
        }
    }
}
